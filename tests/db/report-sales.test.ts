import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { pagesByKey, reportReader, type SqlReportRow } from '../support/reports.ts'
import {
  bookingsOf,
  centsText,
  chosenOf,
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
let all: SoldLine[]

const report = reportReader(fixture, 'report_sales')

beforeAll(async () => {
  await history.make()
  await history.sealMonths()
  all = await history.lines()
}, 120_000)

/** The figures of some lines, as a row of the report has them. */
const figures = (lines: SoldLine[], before: SoldLine[], whole: SoldLine[]) => {
  const bookings = bookingsOf(lines)
  return {
    gross: centsText(sumOfLines(lines, (line) => (line.quantity - line.released) * line.price)),
    returns: centsText(sumOfLines(lines, (line) => line.returned * line.price)),
    net: centsText(net(lines)),
    previous: centsText(net(before)),
    change: percent(net(lines) - net(before), net(before)),
    share: percent(net(lines), net(whole)),
    average: bookings ? centsText(Math.round(net(lines) / bookings)) : null,
    bookings: String(bookings),
    customers: String(bookingsOf(lines, 'customer_id')),
    lines: String(lines.length),
    pieces: String(sumOfLines(lines, sold)),
    cs: String(sumOfLines(lines, (line) => Math.trunc(sold(line) / line.case_config))),
    pcs: String(sumOfLines(lines, (line) => sold(line) % line.case_config)),
    litres: (sumOfLines(lines, (line) => line.millilitres) / 1000).toFixed(3),
  }
}

const KEYS: Record<string, (line: SoldLine) => string> = {
  manager: ({ manager_id }) => String(manager_id),
  agent: ({ agent_id }) => agent_id,
  item: ({ category1 }) => String(category1),
  customer: ({ customer_id }) => customer_id,
}
const COLUMNS: Record<string, string> = {
  manager: 'manager_id',
  agent: 'agent_id',
  item: 'item',
  customer: 'customer_id',
}

const april = { from: '2025-04-01', to: '2025-04-30' }

describe('the sales report', () => {
  it('says on every level what the lines of the tables come to, also against the period before', async () => {
    const [{ today } = { today: '' }] = await fixture.db.sql<{ today: string }>(
      'select private.business_date($1::uuid)::text as today',
      [fixture.a],
    )
    const nothing = ['2000-01-01', '2000-01-01']
    for (const [filters, earlier] of [
      // Goods came back today: of deliveries in the period, and of earlier ones.
      [{ from: '2025-01-01', to: today, against: 'none' }, nothing],
      [{ from: `${today.slice(0, 7)}-01`, to: today, against: 'none' }, nothing],
      [{ ...april }, ['2025-03-01', '2025-03-31']],
      [{ ...april, basis: 'added' }, ['2025-03-01', '2025-03-31']],
      [{ from: '2025-04-01', to: '2025-06-12' }, ['2025-01-01', '2025-03-12']],
      [{ from: '2025-03-10', to: '2025-05-09', basis: 'added' }, ['2025-01-08', '2025-03-09']],
      [{ ...april, agent_id: history.agents[2]! }, ['2025-03-01', '2025-03-31']],
      [
        { from: '2025-01-01', to: '2025-06-30', manager_id: fixture.role.Manager },
        ['2024-07-01', '2024-12-31'],
      ],
      [
        { from: '2025-05-01', to: '2025-06-30', category1: 'Drinks', category2: 'Soda' },
        ['2025-03-01', '2025-04-30'],
      ],
      [
        { from: '2025-02-01', to: '2025-03-31', product_id: history.products[3]! },
        ['2024-12-01', '2025-01-31'],
      ],
      [
        {
          from: '2025-02-01',
          to: '2025-06-30',
          customer_id: history.customers[0]!,
          basis: 'added',
        },
        ['2024-09-01', '2025-01-31'],
      ],
    ] as [SalesFilters, [string, string]][]) {
      const lines = chosenOf(all, filters)
      const now = within(lines, filters.basis, filters.from as string, filters.to as string)
      const before = within(lines, filters.basis, ...earlier)
      const wanted = JSON.stringify(filters)
      const [total] = await report({ ...filters, level: 'total' })
      expect(total, wanted).toMatchObject({ ...figures(now, before, now), cancelled: '0.00' })
      for (const [level, key] of Object.entries(KEYS)) {
        const rows = await report({ ...filters, level })
        const [current, previous] = [group(now, key), group(before, key)]
        const expected = [...new Set([...current.keys(), ...previous.keys()])].map((of) => ({
          [COLUMNS[level]!]: of === 'null' ? null : of,
          ...figures(current.get(of) ?? [], previous.get(of) ?? [], now),
        }))
        const found = rows.map((row) =>
          Object.fromEntries(Object.keys(expected[0] ?? {}).map((name) => [name, row[name]])),
        )
        expect(found.length, `${level} of ${wanted}`).toBe(expected.length)
        expect(found, `${level} of ${wanted}`).toEqual(expect.arrayContaining(expected))
        const counted = { customer: 'buyers' }[level] ?? `${level}s`
        expect(total![counted], `${counted} of ${wanted}`).toBe(String(rows.length))
      }
      for (const [level, length] of [
        ['month', 7],
        ['day', 10],
      ] as const) {
        const rows = await report({ ...filters, level })
        const days = group(now, (line) =>
          (line.date_added ?? line.date_delivered)!.slice(0, length),
        )
        expect(
          rows.map((row) => [row[level === 'day' ? 'on_date' : 'month'], row.net, row.bookings]),
          wanted,
        ).toEqual(
          [...days].sort().map(([day, of]) => [day, centsText(net(of)), String(bookingsOf(of))]),
        )
        expect(total![`${level}s`]).toBe(String(rows.length))
      }
    }
  })

  it('groups by each of the three categories and by product, within a month', async () => {
    const lines = within(chosenOf(all), 'delivery', april.from, april.to)
    const groups: Record<string, (line: SoldLine) => string | null> = {
      category1: ({ category1 }) => category1,
      category2: ({ category2 }) => category2,
      category3: ({ category3 }) => category3,
      product: ({ product_id }) => product_id,
    }
    for (const [items, of] of Object.entries(groups)) {
      const rows = await report({ ...april, items, level: 'item', against: 'none' })
      const key = items === 'product' ? 'product_id' : 'item'
      const expected = group(lines, (line) => String(of(line)))
      expect(expected.size, items).toBeGreaterThan(1)
      expect(new Map(rows.map((row) => [String(row[key]), [row.net, row.pieces]]))).toEqual(
        new Map(
          [...expected].map(([name, each]) => [
            name,
            [centsText(net(each)), String(sumOfLines(each, sold))],
          ]),
        ),
      )
    }
  })

  it('groups by product and month at once', async () => {
    const filters = { from: '2025-01-01', to: '2025-06-30', items: 'product', against: 'none' }
    const lines = within(chosenOf(all), 'delivery', filters.from, filters.to)
    const expected = group(
      lines,
      ({ product_id, date_delivered }) => `${product_id} ${date_delivered!.slice(0, 7)}`,
    )
    const rows = await report({ ...filters, level: 'item_month' })
    expect(
      new Map(rows.map((row) => [`${row.product_id} ${row.month}`, [row.net, row.pieces]])),
    ).toEqual(
      new Map(
        [...expected].map(([key, of]) => [key, [centsText(net(of)), String(sumOfLines(of, sold))]]),
      ),
    )
    const [total] = await report({ ...filters, level: 'total', for: 'item_month' })
    expect(total).toMatchObject({ item_months: String(rows.length), net: centsText(net(lines)) })
    await pagesByKey(report, ['item_month'], filters)
  })

  it('puts products below agents below managers, each of them with its sums', async () => {
    const filters = { from: '2025-01-01', to: '2025-06-30', items: 'product', against: 'none' }
    const rows = await report(filters)
    const [total] = await report({ ...filters, level: 'total' })
    const lines = within(chosenOf(all), 'delivery', filters.from, filters.to)
    const items = rows.filter(({ level }) => level === 'item')
    expect(String(items.length)).toBe(total!.agent_items)
    const pairs = group(lines, (line) => `${line.agent_id} ${line.product_id}`)
    expect(new Map(items.map((row) => [`${row.agent_id} ${row.product_id}`, row.net]))).toEqual(
      new Map([...pairs].map(([key, of]) => [key, centsText(net(of))])),
    )
    for (const row of rows.filter(({ level }) => level === 'subtotal')) {
      const of = lines.filter((line) =>
        row.agent_id ? line.agent_id === row.agent_id : line.manager_id === row.manager_id,
      )
      expect(row).toMatchObject(figures(of, [], lines))
    }
    // Two of the three agents have a manager: three agents' sums, and those with and without a manager, each before what it sums.
    const sums = rows.flatMap(({ level, manager_id, agent_id }, at) =>
      level === 'subtotal' ? [[manager_id !== null, agent_id !== null, rows[at + 1]!.level]] : [],
    )
    expect(sums).toEqual([
      [true, false, 'subtotal'],
      [true, true, 'item'],
      [true, true, 'item'],
      [false, false, 'subtotal'],
      [false, true, 'item'],
    ])
  })

  it('shows each line with its document, and cancelled ones apart when asked', async () => {
    const filters = { from: '2025-01-01', to: '2025-06-30', basis: 'added', level: 'line' }
    const rows = await report({ ...filters, cancelled: true })
    const key = (so: unknown, line: unknown) => `${so} ${line}`
    const model = within(all, filters.basis, filters.from, filters.to)
    expect(rows.map((row) => key(row.so_no, row.product_id)).sort()).toEqual(
      model.map((line) => key(line.so_no, line.product_id)).sort(),
    )
    const cancelled = rows.filter(({ stage }) => stage === 'cancelled')
    expect(cancelled.length).toBeGreaterThan(3)
    for (const row of cancelled)
      expect(row).toMatchObject({ gross: '0.00', net: '0.00', pieces: '0' })
    const [total] = await report({ ...filters, level: 'total', cancelled: true })
    expect(total!.cancelled).toBe(
      centsText(
        sumOfLines(
          model.filter((line) => line.approval_status === 'cancelled'),
          (line) => (line.quantity - line.released) * line.price,
        ),
      ),
    )
    expect(total!.net).toBe(centsText(net(chosenOf(model))))
    // The same total that the bookings themselves say: their totals less what was credited.
    const [books] = await fixture.db.sql<{ net: string }>(
      `select sum(total - credited)::text as net from public.bookings where project_id = $1::uuid and approval_status <> 'cancelled'`,
      [fixture.a],
    )
    expect(total!.net).toBe(books!.net)
    expect(await report(filters)).toHaveLength(rows.length - cancelled.length)
  })

  it('orders by amount and by what fell most, and pages by key forwards and back', async () => {
    const filters = { from: '2025-04-01', to: '2025-06-30' }
    const value = (row: SqlReportRow, of: string) => Number(row[of])
    const best = await report({ ...filters, level: 'customer', sort: 'net' })
    expect(best.map((row) => value(row, 'net'))).toEqual(
      best.map((row) => value(row, 'net')).toSorted((a, b) => b - a),
    )
    const lost = (await report({ ...filters, level: 'customer', sort: 'drop' })).map(
      (row) => value(row, 'previous') - value(row, 'net'),
    )
    expect(lost).toEqual(lost.toSorted((a, b) => b - a))
    await pagesByKey(report, ['grouped', 'line', 'customer', 'day'], filters)
    await pagesByKey(report, ['customer'], { ...filters, sort: 'drop' })
  })

  it('has the same sums for whichever level the total is, and counts the rows of that level', async () => {
    const filters = { from: '2025-04-01', to: '2025-06-30', level: 'total' }
    const [all] = await report(filters)
    const sums = ['net', 'gross', 'previous', 'bookings', 'customers', 'lines', 'litres']
    for (const [level, counted] of Object.entries({
      grouped: 'agent_items',
      item: 'items',
      agent: 'agents',
      manager: 'managers',
      customer: 'buyers',
      month: 'months',
      day: 'days',
      line: 'lines',
    })) {
      const [total] = await report({ ...filters, for: level })
      for (const key of [...sums, counted]) expect(total![key], `${level} ${key}`).toBe(all![key])
    }
  })

  it('compares with the same days of months before, or of a year before', async () => {
    const periods = [
      ['2026-11-01', '2026-11-21', 'previous', '2026-10-01', '2026-10-21'],
      ['2026-03-01', '2026-03-31', 'previous', '2026-02-01', '2026-02-28'],
      ['2026-03-01', '2026-03-30', 'previous', '2026-02-01', '2026-02-28'],
      ['2026-01-01', '2026-12-31', 'previous', '2025-01-01', '2025-12-31'],
      ['2026-11-15', '2026-11-21', 'previous', '2026-11-08', '2026-11-14'],
      ['2024-02-01', '2024-02-29', 'year', '2023-02-01', '2023-02-28'],
      ['2025-02-01', '2025-02-28', 'year', '2024-02-01', '2024-02-29'],
      ['2024-11-01', '2026-11-21', 'year', null, null],
      ['2026-11-01', '2026-11-21', 'none', null, null],
    ]
    for (const [from, to, against, ...expected] of periods) {
      const [found] = await fixture.db.sql<Record<string, string | null>>(
        'select earlier_from::text, earlier_to::text from private.comparison_period($1::text::date, $2::text::date, $3)',
        [from, to, against],
      )
      expect([found!.earlier_from, found!.earlier_to], `${from} ${against}`).toEqual(expected)
    }
  })

  it('says cost and margin to those who may read costs, and to nobody else', async () => {
    const filters = { from: '2025-01-01', to: '2025-06-30', against: 'none' }
    const [cost] = await fixture.db.sql<{ cost: string }>(
      `select (-sum(cost))::text as cost from public.stock_movements where project_id = $1::uuid
         and kind in ('issue', 'return_credit') and on_date between $2::text::date and $3::text::date`,
      [fixture.a, filters.from, filters.to],
    )
    // Prices include 12 % VAT, which is rounded on each invoice: what a booking's deliveries have adds up to it.
    const lines = within(chosenOf(all), 'delivery', filters.from, filters.to)
    const withoutVat = [...group(lines, ({ booking_id }) => booking_id).values()]
      .map((of) => sumOfLines(of, (line) => sold(line) * line.price))
      .reduce((sum, amount) => sum + Math.round((amount * 100) / 112), 0)
    const finance = fixture.role['finance admin']
    const [total] = await report({ ...filters, level: 'total' }, finance)
    const margin = withoutVat - Math.round(Number(cost!.cost) * 100)
    expect(total).toMatchObject({
      net_of_vat: centsText(withoutVat),
      cost: cost!.cost,
      margin: centsText(margin),
      margin_percent: percent(margin, withoutVat),
    })
    for (const level of [
      'total',
      'grouped',
      'manager',
      'agent',
      'item',
      'customer',
      'month',
      'day',
      'line',
    ]) {
      for (const row of await report({ ...filters, level }, finance))
        expect(Number(row.net_of_vat) - Number(row.cost), level).toBeCloseTo(Number(row.margin), 2)
      for (const more of [{}, { sort: 'net' }, { basis: 'added' }]) {
        const rows = await report({ ...filters, ...more, level }, fixture.role.ASE)
        expect(rows.length).toBeGreaterThan(0)
        for (const row of rows)
          expect([row.cost, row.margin, row.margin_percent], level).toEqual([null, null, null])
      }
      for (const row of await report({ ...filters, basis: 'added', level }, finance))
        expect([row.margin, row.net_of_vat], level).toEqual([null, null])
    }
  })

  it('is for those alone who may see sales, and refuses what it does not know', async () => {
    await expect(report({}, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    for (const wrong of [
      { level: 'x' },
      { basis: 'x' },
      { items: 'x' },
      { sort: 'x' },
      { against: 'x', ...april },
    ])
      await expect(report(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: '22023' })
    const [nothing] = await report({ from: '2020-01-01', to: '2020-01-31', level: 'total' })
    expect(nothing).toMatchObject({
      net: '0.00',
      bookings: '0',
      change: null,
      share: null,
      buyers: '0',
      agents: '0',
    })
  })
})
