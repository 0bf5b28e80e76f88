import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { pagesByKey, reportReader, type SqlReportRow } from '../support/reports.ts'
import {
  centsText,
  chosenOf,
  distinct,
  group,
  net,
  percent,
  type SalesFilters,
  type SoldLine,
  salesHistory,
  sold,
  sumOfLines,
  within,
} from '../support/sales.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const history = salesHistory(fixture, shop, warehouse(fixture, shop))
const report = reportReader(fixture, 'report_penetration_report')
let all: SoldLine[]

interface Outlet {
  id: string
  agent: string
  manager: string | null
  from: string
}

/** The outlets of a day, from what was done to them: one moved in April, one came in May, one is not approved. */
function outletsOf(day: string, { agent_id, manager_id }: SalesFilters): Outlet[] {
  const [alice, berta, carl] = history.agents as [string, string, string]
  const managed = (agent: string) => (agent === carl ? null : fixture.role.Manager)
  return history.customers
    .flatMap((id, n) => {
      const owner = [alice, berta, carl][n % 3]!
      const agent = n === 1 && day >= '2025-04-15' ? carl : owner
      const from = n === 5 ? '2025-05-15' : '2024-12-01'
      return n === 3 && day >= '2025-06-01' ? [] : [{ id, agent, manager: managed(agent), from }]
    })
    .filter(({ from }) => from <= day)
    .filter(({ agent }) => !agent_id || agent === agent_id)
    .filter(({ manager }) => !manager_id || manager === manager_id)
}

/** Moves the trail of today's commands into the past; everyone else can only insert into it. */
const rewrite = (sql: string) =>
  fixture.db.sql(`do $$ begin set local session_replication_role = replica; ${sql} end $$`)

beforeAll(async () => {
  await history.make()
  await history.sealMonths()
  const [moved, left, late] = [1, 3, 5].map((n) => history.customers[n]!)
  await shop.rpc('transfer_customers', {
    p_transfer: {
      customer_ids: [moved],
      target_agent_id: history.agents[2],
      effective_on: await day(),
    },
  })
  await shop.rpc('deactivate_customer', { p_customer: left, p_version: 2, p_reason: 'Closed' })
  await rewrite(`
    update public.projects set created_at = '2024-06-01' where id = '${fixture.a}';
    update public.customers set date_added = '2024-12-01';
    update public.customers set date_added = '2025-05-15' where id = '${late}';
    update public.agent_customer_transfers set effective_on = '2025-04-15';
    update public.customer_finance_events set created_at = '2024-12-01 04:00Z';
    update public.customer_finance_events set created_at = '2025-05-31 18:00Z' where type = 'deactivated';`)
  all = await history.lines()
}, 120_000)

const day = async () =>
  (
    await fixture.db.sql<{ day: string }>('select private.business_date($1::uuid)::text as day', [
      fixture.a,
    ])
  )[0]!.day

type Period = [from: string, to: string]

/**
 * Returns the outlets that bought these products in a period; only those with at least so many
 * pieces count.
 */
function boughtBy(
  outlets: Outlet[],
  filters: SalesFilters,
  [from, to]: Period,
  of: SalesFilters = {},
) {
  const { basis, category1, product_id, min_pieces } = filters
  const wanted = Object.fromEntries(
    Object.entries({ category1, product_id, ...of }).filter(([, value]) => value !== undefined),
  )
  const ids = new Set(outlets.map(({ id }) => id))
  const lines = within(all, basis, from, to).filter(
    (line) =>
      line.approval_status !== 'cancelled' &&
      ids.has(line.customer_id) &&
      Object.entries(wanted).every(([key, value]) => line[key as keyof SoldLine] === value),
  )
  const byCustomer = group(lines, ({ customer_id }) => customer_id)
  return [...byCustomer.values()]
    .filter((own) => sumOfLines(own, sold) >= Number(min_pieces ?? 1))
    .flat()
}

/** The figures of a row that is about these outlets and these items. */
function figures(
  outletsAt: (on: string) => Outlet[],
  filters: SalesFilters,
  [now, before]: [Period, Period],
  of: SalesFilters = {},
) {
  const [universe, earlier] = [outletsAt(now[1]), outletsAt(before[1])]
  const lines = boughtBy(universe, filters, now, of)
  const buyers = distinct(lines, 'customer_id')
  const reach = percent(buyers, universe.length)
  const was = percent(
    distinct(boughtBy(earlier, filters, before, of), 'customer_id'),
    earlier.length,
  )
  // Bookings and their products count as ordered or delivered, as in the report of sales.
  const visits = group(
    lines.filter(({ quantity }) => quantity > 0),
    ({ booking_id }) => booking_id,
  )
  const skus = [...visits.values()].reduce((n, own) => n + distinct(own, 'product_id'), 0)
  return {
    universe: String(universe.length),
    buyers: String(buyers),
    gap: String(universe.length - buyers),
    percent: reach,
    previous_percent: was,
    change: reach && was ? (Number(reach) - Number(was)).toFixed(2) : null,
    pieces: String(sumOfLines(lines, sold)),
    cs: String(sumOfLines(lines, (line) => Math.trunc(sold(line) / line.case_config))),
    pcs: String(sumOfLines(lines, (line) => sold(line) % line.case_config)),
    litres: (sumOfLines(lines, (line) => line.millilitres) / 1000).toFixed(3),
    net: centsText(net(lines)),
    bookings: String(visits.size),
    lines_per_order: visits.size ? (skus / visits.size).toFixed(2) : null,
    drop_size: visits.size ? centsText(Math.round(net(lines) / visits.size)) : null,
  }
}

const CASES: [SalesFilters, Period, Period][] = [
  [{}, ['2025-06-01', '2025-06-30'], ['2025-05-01', '2025-05-31']],
  [{ basis: 'added' }, ['2025-03-01', '2025-04-30'], ['2025-01-01', '2025-02-28']],
  [
    { category1: 'Drinks', min_pieces: '25' },
    ['2025-04-01', '2025-06-30'],
    ['2025-01-01', '2025-03-31'],
  ],
  [{ manager_id: 'Manager' }, ['2025-04-10', '2025-05-09'], ['2025-03-11', '2025-04-09']],
]
const wanted = ([filters, [from, to]]: (typeof CASES)[number]): SalesFilters => ({
  ...filters,
  ...(filters.manager_id && { manager_id: fixture.role.Manager }),
  from,
  to,
})
const pick = (row: SqlReportRow | undefined, like: object) =>
  Object.fromEntries(Object.keys(like).map((key) => [key, row?.[key]]))

describe('the penetration report', () => {
  it('counts each outlet once on every level, by its agent of the day, also of the period before', async () => {
    for (const each of CASES) {
      const filters = wanted(each)
      const periods: [Period, Period] = [each[1], each[2]]
      const at = (who: SalesFilters) => (on: string) => outletsOf(on, { ...filters, ...who })
      const about = JSON.stringify(filters)
      const [total] = await report({ ...filters, level: 'total' })
      const whole = figures(at({}), filters, periods)
      expect(pick(total, whole), about).toEqual(whole)
      expect(Number(whole.buyers), about).toBeGreaterThan(0)

      const agents = [...new Set(periods.flatMap(([, to]) => at({})(to)).map(({ agent }) => agent))]
      const byAgent = await report({ ...filters, level: 'agent' })
      expect(byAgent.length).toBe(agents.length)
      expect(total!.agents).toBe(String(agents.length))
      for (const row of byAgent) {
        const expected = figures(at({ agent_id: row.agent_id! }), filters, periods)
        expect(pick(row, expected), `${row.agent_name} of ${about}`).toEqual(expected)
        const cells = JSON.parse(row.cells!) as Record<string, string>
        const outlets = at({ agent_id: row.agent_id! })(each[1][1])
        for (const [key, cell] of Object.entries(cells)) {
          const bought = boughtBy(outlets, filters, each[1], { category1: (key || null) as string })
          expect([key, cell]).toEqual([
            key,
            percent(distinct(bought, 'customer_id'), outlets.length),
          ])
        }
      }
      for (const row of await report({ ...filters, level: 'manager' })) {
        const agent: SalesFilters = row.manager_id
          ? { manager_id: row.manager_id }
          : { agent_id: history.agents[2]! }
        const expected = figures(at(agent), filters, periods)
        expect(pick(row, expected), `${row.manager_name} of ${about}`).toEqual(expected)
      }
      const items = await report({ ...filters, level: 'item', items: 'product' })
      expect((await report({ ...filters, level: 'total', items: 'product' }))[0]!.items).toBe(
        String(items.length),
      )
      for (const row of items) {
        const expected = figures(at({}), filters, periods, { product_id: row.product_id! })
        expect(pick(row, expected), `${row.item} of ${about}`).toEqual(expected)
        for (const [agent_id, cell] of Object.entries(JSON.parse(row.cells!))) {
          const outlets = at({ agent_id })(each[1][1])
          const bought = boughtBy(outlets, filters, each[1], { product_id: row.product_id! })
          expect(cell).toBe(percent(distinct(bought, 'customer_id'), outlets.length))
        }
      }
      const grouped = await report({ ...filters, level: 'grouped' })
      expect(String(grouped.filter(({ level }) => level === 'item').length)).toBe(
        total!.agent_items,
      )
      for (const row of grouped) {
        const expected = figures(
          at({ agent_id: row.agent_id! }),
          filters,
          periods,
          row.level === 'item' ? { category1: row.item as string } : {},
        )
        expect(pick(row, expected), `${row.agent_name} ${row.item} of ${about}`).toEqual(expected)
      }
    }
  })

  it('names the columns of its matrix by the level that is shown, what reaches most first', async () => {
    const filters = wanted(CASES[0]!)
    const heads = async (level: string) =>
      JSON.parse((await report({ ...filters, level: 'total', for: level }))[0]!.heads!) as {
        key: string
        label: string
      }[]
    const ofItems = await heads('agent')
    expect(ofItems.map(({ label }) => label).sort()).toEqual(['Drinks', 'No category', 'Snacks'])
    const [row] = await report({ ...filters, level: 'total', for: 'agent' })
    const cells = JSON.parse(row!.cells!) as Record<string, string>
    const reach = ofItems.map(({ key }) => Number(cells[key]))
    expect(reach).toEqual(reach.toSorted((a, b) => b - a))
    expect((await heads('item')).map(({ key }) => key).sort()).toEqual([...history.agents].sort())
    expect(await heads('grouped')).toEqual([])
  })

  it('lists exactly the outlets of the gap, with what they bought last and their credit', async () => {
    const sets: SalesFilters[] = [
      {},
      { category1: 'Drinks' },
      { product_id: history.products[3]!, agent_id: history.agents[2]! },
    ]
    for (const more of sets) {
      const filters: SalesFilters = { ...more, from: '2025-06-01', to: '2025-06-30' }
      const [total] = await report({ ...filters, level: 'total' })
      const missed = await report({ ...filters, level: 'not_buying' })
      expect(String(missed.length)).toBe(total!.gap)
      const outlets = outletsOf('2025-06-30', filters)
      const buyers = new Set(
        boughtBy(outlets, filters, ['2025-06-01', '2025-06-30']).map((line) => line.customer_id),
      )
      const last = (lines: SoldLine[], id: string) =>
        lines
          .filter((line) => line.customer_id === id)
          .flatMap((line) => line.date_delivered ?? [])
          .filter((on) => on <= '2025-06-30')
          .sort()
          .at(-1) ?? null
      const stock = await fixture.db.sql<{ available: string }>(
        `select sum(i.available)::text as available from public.inventory i join public.products p on p.id = i.product_id
         where p.id::text = coalesce($1, p.id::text) and p.category1 is not distinct from coalesce($2, p.category1) and p.project_id = $3::uuid`,
        [filters.product_id ?? null, filters.category1 ?? null, fixture.a],
      )
      const available = Object.keys(more).length > 0 ? stock[0]!.available : null
      const positions = await fixture.db.sql<{ id: string; left: string | null }>(
        `select c.id, (c.credit_line - private.exposure(c.project_id, c.id))::text as left from public.customers c where c.project_id = $1::uuid`,
        [fixture.a],
      )
      const left = new Map(positions.map((row) => [row.id, row.left]))
      const kept = all.filter((line) => sold(line) > 0)
      expect(
        missed
          .map((row) => [
            row.customer_id,
            row.last_bought,
            row.last_order,
            row.credit_left,
            row.available,
          ])
          .sort(),
      ).toEqual(
        outlets
          .filter(({ id }) => !buyers.has(id))
          .map(({ id }) => [
            id,
            last(chosenOf(kept, { ...filters, agent_id: '' }), id),
            last(chosenOf(all), id),
            left.get(id),
            available,
          ])
          .sort(),
      )
      expect(missed.length).toBeGreaterThan(0)
      const days = (await report({ ...filters, level: 'not_buying', sort: 'last' })).map(
        (row) => row.last_bought ?? '~',
      )
      expect(days).toEqual(days.toSorted())
    }
  })

  it('counts as active who had a booking of late, and everyone before the project was opened', async () => {
    const filters = { from: '2025-06-01', to: '2025-06-30' }
    const [active] = await report({
      ...filters,
      universe: 'active',
      active_days: 30,
      level: 'total',
    })
    const late = within(chosenOf(all), 'delivery', '2025-06-01', '2025-06-30')
    const ids = new Set(outletsOf('2025-06-30', {}).map(({ id }) => id))
    expect(active!.universe).toBe(
      String(
        new Set(late.flatMap(({ customer_id }) => (ids.has(customer_id) ? customer_id : []))).size,
      ),
    )
    const [before] = await report({ from: '2023-01-01', to: '2023-12-31', level: 'total' })
    expect(before!.universe).toBe(String(history.customers.length))
  })

  it('pages by key, and is for those alone who may see it', async () => {
    const filters = { from: '2025-04-01', to: '2025-06-30' }
    await pagesByKey(report, ['grouped', 'agent', 'item', 'not_buying'], filters)
    await pagesByKey(report, ['item'], { ...filters, sort: 'percent', items: 'product' })
    await expect(report({}, fixture.role['invoice admin'])).rejects.toMatchObject({ code: '42501' })
    for (const wrong of [{ level: 'x' }, { sort: 'x' }, { universe: 'x' }, { items: 'x' }])
      await expect(report(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: '22023' })
  })
})
