import { expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { receivables } from '../support/receivables.ts'
import { reportTable } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const books = receivables(fixture, shop)
const money = (cents: number) => (cents / 100).toFixed(2)
const cents = (amount: string) => Math.round(Number(amount) * 100)

/** The receivables by agent, as Home and the portals read them, or as the report has them. */
const byAgent = (source: string) =>
  fixture.db.as<Record<string, string>>(
    fixture.role.Owner,
    `select agent_id, agent_name, balance::text, cleared_balance::text, overdue::text from ${source}`,
    [fixture.a],
  )
const NOW = 'private.receivables_by_agent($1::uuid, private.business_date($1::uuid))'
const REPORT = `${reportTable(
  'report_ar',
  `$1::uuid, '{"level": "agent"}'`,
  'agent_id uuid, agent_name text, balance numeric, cleared_balance numeric, overdue numeric',
)} r`

it('the receivables of now by agent are those of the report', async () => {
  const product = await shop.product('10.00', 5000)
  const customer = await shop.customer('9000000.00', 30)
  // Paid before its invoice: it has no balance, and is an advance.
  const paid = await books.sell(customer, product, 4, {})
  await books.receive(customer, '40.00', -1, [[paid.id, '40.00']])
  // Unapplied credit, and an invoice that a cheque pays which has not cleared.
  await books.receive(customer, '15.00', -1, [])
  const late = await books.sell(customer, product, 3, { invoiced: -50, delivered: -50 })
  await books.receive(customer, '30.00', -1, [[late.id, '30.00']], 20)
  const now = await byAgent(NOW)
  expect(now.length).toBeGreaterThan(0)
  expect(now).toEqual(await byAgent(REPORT))
  const [home] = await fixture.db.as<{ found: Record<string, string> }>(
    fixture.role.Owner,
    "select public.home_day($1::uuid) -> 'receivables' as found",
    [fixture.a],
  )
  const sum = (key: string) => money(now.reduce((total, row) => total + cents(row[key]!), 0))
  expect(home!.found).toEqual({
    balance: sum('balance'),
    cleared_balance: sum('cleared_balance'),
    overdue: sum('overdue'),
  })
})

it('Home has the ageing and the overdue customers of the report', async () => {
  const [product, terms] = [await shop.product('10.00', 5000), [0, 15, 30, 45, 7, 60]]
  for (const [at, days] of terms.entries()) {
    const customer = await shop.customer('9000000.00', days)
    for (const ago of [60, 41, 31, 8, 0])
      await books.sell(customer, product, at + 2, { invoiced: -ago, delivered: -ago })
    await books.receive(customer, `${5 + at}.00`, -1, [])
  }
  for (const by of ['due', 'document']) {
    await fixture.db.sql(
      `update public.projects set settings = settings || jsonb_build_object('age_by', $2::text, 'ageing_buckets', '[7, 30, 40, 50]'::jsonb) where id = $1::uuid`,
      [fixture.a, by],
    )
    const [found] = await fixture.db.as<{ home: Home; report: Home }>(
      fixture.role.Owner,
      `select private.home_receivables($1::uuid) as home, (
         select jsonb_build_object('ageing', max(r.figures ->> 'ageing') filter (where r.level = 'total')::jsonb,
           'overdue', jsonb_agg(jsonb_build_array(r.customer_id, r.overdue::text, r.age_days) order by r.row_key)
             filter (where r.level <> 'total' and r.overdue > 0))
         from public.report_ar($1::uuid, '{"level": "customer", "sort": "overdue", "limit": 5, "with_total": true}') r) as report`,
      [fixture.a],
    )
    const { home, report } = found!
    expect(home.overdue).toHaveLength(5)
    expect(home.overdue.map(({ id, overdue, age_days }) => [id, overdue, age_days])).toEqual(
      report.overdue,
    )
    expect(home.ageing).toEqual(report.ageing)
  }
})

interface Home {
  ageing: Record<string, string>
  overdue: { id: string; overdue: string; age_days: number }[]
}

it('the receivables of now are for who reads all of the project', async () => {
  const ask = (user: string) =>
    fixture.db.as(
      user,
      'select * from private.receivables_on($1::uuid, private.business_date($1::uuid))',
      [fixture.a],
    )
  for (const user of [fixture.staffB, fixture.role.Agent, fixture.role.warehouse])
    await expect(ask(user)).rejects.toMatchObject({ code: '42501' })
  const [later] = await fixture.db.as<{ later: boolean }>(
    fixture.staffB,
    "select private.moves_later($1::uuid, '2000-01-01') as later",
    [fixture.a],
  )
  expect(later!.later).toBe(false)
})

it('an entry of a later day does not count yet', async () => {
  const before = await byAgent(NOW)
  const post = (amount: number) =>
    fixture.db.sql(
      `insert into public.receivable_entries (project_id, on_date, kind, customer_id, agent_id, booking_id, due_date, amount, cleared_amount)
       select project_id, private.business_date(project_id) + 1, kind, customer_id, agent_id, booking_id, due_date, $2, $2
       from (select * from public.receivable_entries where project_id = $1::uuid and kind = 'invoice' order by id limit 1) e`,
      [fixture.a, amount],
    )
  await post(7)
  const after = [await byAgent(NOW), await byAgent(REPORT)]
  await post(-7)
  expect(after).toEqual([before, before])
})
