import { beforeAll, expect, it } from 'vitest'
import { addDays, addMonths } from '../../app/platform/values/dates.ts'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

/** Journal and reports of VAT, receipts and deliveries say the same of a period, whether its months are sealed or not. */
const fixture = testFixture()
const t = trade(fixture)
const bank = treasury(fixture, t)
const books = closing(fixture)
const REPORTS = {
  report_journal: [
    { level: 'total' },
    { level: 'account', with_total: true },
    { level: 'account', account: 'receivables' },
    { level: 'day', with_total: true },
    { level: 'line', limit: 7 },
    { level: 'line', limit: 7, account: 'office_cash' },
    { level: 'line', limit: 7, before: '9' },
  ],
  report_trial_balance: [{ level: 'part', with_total: true }, { level: 'account' }],
  report_vat: [
    { level: 'month', with_total: true },
    { level: 'class', with_total: true },
  ],
  report_collection: [
    { level: 'total', for: 'grouped' },
    { level: 'total', for: 'numbers' },
  ],
  report_delivery: [
    { level: 'total', for: 'line' },
    { level: 'total', for: 'month' },
  ],
}
let today: string
let month: string
let periods: object[]

beforeAll(async () => {
  today = await bank.day(0)
  month = addMonths(`${today.slice(0, 7)}-01`, -3)
  const [from, to] = [addDays(month, 4), addDays(addMonths(month, 1), 20)]
  // All, most of a month, few days of one, none
  periods = [
    {},
    { from, to },
    { from: addDays(month, 1), to: addDays(month, 2) },
    { from: to, to: from },
  ]
  await trading(month)
  await trading(addMonths(month, 1))
}, 60_000)

/** Buys, sells, collects and takes back on some days of a month. */
async function trading(first: string) {
  const [customer, product] = [await t.customer(), await t.product('11.20', 0)]
  const bought = await t.rpc<{ id: string; version: number }>('create_purchase', {
    p_purchase: {
      ...{ po_no: `PO-${first}`, supplier: 'Acme', kind: 'purchase' },
      ...{ date_added: first, delivery_date: first },
      lines: [{ product_id: product, quantity: 50, cost: '5.60', vat_class: 'vatable' }],
    },
  })
  for (const [ago, quantity] of [
    [2, 3],
    [15, 4],
    [24, 5],
  ] as const) {
    const day = addDays(first, ago)
    const { id, version } = await t.book(customer, [[product, quantity, '11.20']], day)
    await t.deliver(id, (await t.validate(id, version)).version, null, day)
    await receive(customer, day, `${quantity}.00`)
  }
  return bought
}

async function receive(customer: string, day: string, amount: string) {
  const made = await t.rpc<{ id: string; version: number }>('record_collection', {
    p_collection: {
      ...{ customer_id: customer, collection_type: 'cash', amount, allocations: [] },
      ...{ cr_no: `CR-${customer.slice(-6)}-${day}`, cr_date: day, date_collected: day },
    },
  })
  await t.approve(made.id)
  return made
}

/** Corrects the date of the booking that was delivered last in the first month. */
async function redate() {
  const [last] = await fixture.db.sql<{ id: string; version: number }>(
    `select id, version from public.bookings where project_id = $1::uuid and date_added < $2::date order by date_added desc limit 1`,
    [fixture.a, addMonths(month, 1)],
  )
  return t.rpc('set_booking_dates', {
    ...{ p_booking: last!.id, p_version: last!.version, p_reason: 'Wrong day' },
    p_dates: { date_added: addDays(month, 20) },
  })
}

/** Returns the figures of the reports for the periods. */
async function said() {
  const found: Record<string, unknown> = {}
  for (const [name, filters] of Object.entries(REPORTS))
    for (const period of periods)
      for (const more of filters) {
        const all = { ...period, ...more }
        found[`${name} ${JSON.stringify(all)}`] = await reportReader(fixture, name)(all)
      }
  return found
}

const seal = () => fixture.db.sql('select private.seal_months($1::uuid)', [fixture.a])
const sealed = async () => {
  const [row] = await fixture.db.sql<{ months: number }>(
    `select count(*)::int as months from private.parts_of($1::uuid, $2::date, $3::date) m where m.month is not null`,
    [fixture.a, month, addDays(addMonths(month, 2), -1)],
  )
  return row!.months
}
const unseal = () => fixture.db.sql('delete from private.sealed_months')

/** Compares what is said of sealed months with what the ledgers say. */
async function agrees() {
  const found = await said()
  await unseal()
  expect(found).toEqual(await said())
  await seal()
  expect(await sealed()).toBe(2)
  expect(await said()).toEqual(found)
  expect(await books.broken()).toEqual([])
}

it('adds up sealed months, parts of them and open ones', async () => {
  await seal()
  expect(await sealed()).toBe(2)
  await agrees()
})

it('draws in charts the days and months of the reports', async () => {
  const [customer, received] = [await t.customer(), addDays(month, 6)]
  const cleared = await bank.cheque(customer, '40.00', [], received, received)
  await bank.cheque(customer, '30.00', [], received, received)
  await bank.deposit(await bank.bank(), [cleared], addDays(received, 1))
  await bank.clear({ ...cleared, version: cleared.version + 1 }, addDays(received, 4))
  await seal()
  const spans = [...periods.slice(1), { from: month, to: today }]
  for (const [report, figure, filters] of CHARTS)
    for (const level of ['day', 'month'])
      for (const span of spans) {
        const asked = { ...span, ...filters, level }
        const rows = await reportReader(fixture, report)({ ...asked, against: 'none' })
        const drawn = await fixture.db.as<{ place: string; amount: string }>(
          fixture.role.Owner,
          'select place, amount::text from public.chart_of_report($1::uuid, $2::text, $3::text::jsonb)',
          [fixture.a, report, JSON.stringify(asked)],
        )
        expect(drawn.filter(({ amount }) => amount !== '0.00')).toEqual(
          rows
            .map((row) => ({ place: row.month ?? row.on_date, amount: row[figure] }))
            .filter(({ amount }) => amount !== '0.00'),
        )
      }
  const months = await reportReader(fixture, 'report_collection')({ level: 'month' })
  expect(months[0]).toMatchObject({ cheque_cleared: '40.00', cheque_uncleared: '30.00' })
})

/** The charts over time, with the figure of each report, without and with filters. */
const CHARTS = [
  ['report_sales', 'net', {}],
  ['report_sales', 'net', { basis: 'added' }],
  ['report_sales', 'net', { category1: 'Soda' }],
  ['report_collection', 'collected', {}],
  ['report_collection', 'collected', { type: 'cheque' }],
  ['report_collection', 'collected', { basis: 'cr' }],
  ['report_sales', 'net', { basis: 'added', cancelled: 'true' }],
  ['report_purchase', 'amount', {}],
  ['report_purchase', 'amount', { kind: 'purchase' }],
  ['report_expenses', 'amount', {}],
  ['report_expenses', 'amount', { cancelled: 'true' }],
] as const

it.each<[string, () => Promise<unknown>]>([
  ['a receipt', async () => receive(await t.customer(), addDays(month, 9), '70.00')],
  ['deliveries and a purchase', () => trading(month)],
  ['another date of a delivered booking', redate],
  [
    'another VAT class of a purchase',
    () =>
      fixture.db.sql(
        `update public.purchase_lines set vat_class = 'exempt' where project_id = $1::uuid`,
        [fixture.a],
      ),
  ],
  [
    'another payment type of receipts',
    () =>
      fixture.db.sql(
        `do $$ begin
           alter table public.collections disable trigger user;
           alter table public.collections enable trigger open_months;
           update public.collections set collection_type = 'withholding' where project_id = '${fixture.a}' and collection_type = 'cash';
           update public.collections set collection_type = 'cash' where project_id = '${fixture.a}' and collection_type = 'withholding';
           alter table public.collections enable trigger user;
         end $$`,
      ),
  ],
])('opens the month on which %s counts later', async (_, act) => {
  await seal()
  expect(await sealed()).toBe(2)
  await act()
  expect(await sealed()).toBeLessThan(2)
  await agrees()
})

it('does not open a month for what counts on another', async () => {
  await seal()
  await receive(await t.customer(), today, '5.00')
  expect(await sealed()).toBe(2)
})
