import { expect, it } from 'vitest'
import { addDays } from '../../app/platform/values/dates.ts'
import { testFixture } from '../support/fixture.ts'
import { imports } from '../support/imports.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const finance = () => fixture.role['finance admin']
const ar = reportReader(fixture, 'report_ar')
const kit = () => imports(fixture, shop, 'open_invoices', finance())
const collectibles = async (customer: string) => {
  const [row] = await fixture.db.sql<{ owed: string }>(
    'select collectibles::text as owed from private.owed($1::uuid, $2::uuid)',
    [fixture.a, customer],
  )
  return row!.owed
}

it('opens what existing customers owe, on the invoice day, and takes it back', async () => {
  const { take, undo, newCustomer, day, count, record } = kit()
  const customer = await newCustomer()
  const [old, due] = [await day(40), await day(5)]
  const rows = [
    {
      customer: ` ${customer.name.toUpperCase()} `,
      invoice_no: 'OI-1',
      invoice_date: old,
      due_date: due,
      amount: '1500.50',
    },
    { customer: customer.name, invoice_no: 'OI-2', invoice_date: due, amount: '0.01' },
  ]
  expect(await take(rows, true)).toEqual({ rows: 2, errors: [] })
  expect(await collectibles(customer.id)).toBe('0.00')
  const made = await take(rows)
  expect(made.errors).toEqual([])
  expect(await collectibles(customer.id)).toBe('1500.51')
  const [second] = await fixture.db.sql<{ id: string }>(
    "select id from public.bookings where invoice_no = 'OI-2'",
  )
  // What was invoiced before the system keeps its number.
  await expect(shop.invoice(second!.id, 1, 'OI-3', null, 'Another one')).rejects.toMatchObject({
    hint: 'wrong_state',
  })
  expect(await record('bookings', second!.id)).toMatchObject({
    ...{ so_no: 'OB-OI-2', is_opening: true, date_due: addDays(due as never, 30), total: 0.01 },
  })
  // Neither an order nor a sale: nothing but the receivable is posted.
  expect(
    await count(
      "from public.sales_entries s join public.bookings b on b.id = s.booking_id where b.invoice_no like 'OI-%'",
    ),
  ).toBe(0)
  await undo(made)
  expect(await collectibles(customer.id)).toBe('0.00')
  expect((await take(rows)).errors).toEqual([])
})

it('counts from its opening date on, with the age of its invoice, and takes it back on that day', async () => {
  const { take, undo, wrong, newCustomer, day } = kit()
  const customer = await newCustomer()
  const [invoiced, opening] = [await day(40), await day(10)]
  const row = {
    ...{ customer: customer.name, invoice_no: 'OD-1', invoice_date: invoiced, amount: '80.25' },
    opening_date: opening,
  }
  const made = await take([row])
  expect(made.errors).toEqual([])
  const posted = () =>
    fixture.db.sql(
      `select kind, on_date::text, due_date::text, amount::text from public.receivable_entries
       where customer_id = $1::uuid order by id`,
      [customer.id],
    )
  const entry = { kind: 'opening', on_date: opening, due_date: addDays(invoiced as never, 30) }
  expect(await posted()).toEqual([{ ...entry, amount: '80.25' }])
  const owed = async (as_of: string) =>
    (await ar({ level: 'customer', customer_id: customer.id, as_of })).map(({ total }) => total)
  expect(await owed(addDays(opening as never, -1))).toEqual([])
  expect(await owed(opening)).toEqual(['80.25'])
  await undo(made)
  expect(await posted()).toEqual([
    { ...entry, amount: '80.25' },
    { ...entry, kind: 'cancelled', amount: '-80.25' },
  ])
  expect(
    await wrong([
      { ...row, invoice_no: 'OD-2', opening_date: addDays(invoiced as never, -1) },
      { ...row, invoice_no: 'OD-3', opening_date: addDays((await day(0)) as never, 2) },
      { ...row, invoice_no: 'OD-4', opening_date: 'soon' },
    ]),
  ).toEqual(['1 opening_date', '2 opening_date', '3 opening_date'])
})

it('names every wrong cell, of this company only', async () => {
  const { wrong, newCustomer, day, count } = kit()
  const customer = await newCustomer()
  const good = { customer: customer.name, invoice_date: await day(3), amount: '10' }
  const other = trade(fixture, 'b')
  const theirs = await other.customer()
  await fixture.db.sql("update public.customers set name = 'Only in B' where id = $1::uuid", [
    theirs,
  ])
  expect(
    await wrong([
      { ...good, invoice_no: 'W-1' },
      { ...good, invoice_no: ' w-1 ' },
      { ...good, invoice_no: 'W-3', customer: 'Only in B' },
      { ...good, invoice_no: 'W-4', amount: '-5' },
      { ...good, invoice_no: 'W-5', amount: '0.00', invoice_date: '2026-02-29' },
      { ...good, invoice_no: '=1+1', amount: '=A1', invoice_date: '2999-01-01' },
      { ...good, invoice_no: 'W-7', due_date: await day(4) },
      { invoice_no: '', customer: '', invoice_date: '', amount: '' },
      { ...good, invoice_no: 'N'.repeat(41), amount: '1.005' },
    ]),
  ).toEqual([
    ...['2 invoice_no', '3 customer', '4 amount', '5 amount', '5 invoice_date', '6 amount'],
    ...['6 invoice_date', '7 due_date', '8 amount', '8 customer', '8 invoice_date', '8 invoice_no'],
    ...['9 amount', '9 invoice_no'],
  ])
  expect(await count("from public.bookings where invoice_no like 'W-%'")).toBe(0)
})

it('stays once it is paid, and refuses numbers that are there', async () => {
  const { take, undo, newCustomer, day, wrong } = kit()
  const customer = await newCustomer()
  const row = {
    customer: customer.name,
    invoice_no: 'P-1',
    invoice_date: await day(3),
    amount: '10',
  }
  const made = await take([row])
  expect(await wrong([row])).toEqual(['1 invoice_no'])
  const [booking] = await fixture.db.sql<{ id: string }>(
    "select id from public.bookings where invoice_no = 'P-1'",
  )
  await shop.rpc('record_collection', {
    p_collection: {
      ...{ customer_id: customer.id, amount: '4', cr_no: 'OI-CR-1' },
      allocations: [{ booking_id: booking!.id, amount: '4' }],
    },
  })
  await expect(undo(made)).rejects.toMatchObject({ hint: 'wrong_state' })
})

it('is refused without the permission and from another company', async () => {
  const { take, undo, newCustomer, day } = kit()
  const customer = await newCustomer()
  const row = {
    customer: customer.name,
    invoice_no: 'T-1',
    invoice_date: await day(3),
    amount: '1',
  }
  await expect(take([row], false, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
  const made = await take([row])
  await expect(
    trade(fixture, 'b').rpc(
      'undo_import',
      { p_import: made.id, p_version: made.version },
      fixture.financeB,
    ),
  ).rejects.toMatchObject({ code: 'P0002' })
  // A customer to whom another import brought an invoice is not taken away with it.
  await undo(made)
})
