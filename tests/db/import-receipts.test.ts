import { expect, it } from 'vitest'
import { addDays } from '../../app/platform/values/dates.ts'
import { testFixture } from '../support/fixture.ts'
import { imports } from '../support/imports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const kit = () => imports(fixture, shop, 'receipts')
const parts = (cr: string) =>
  fixture.db.sql<Record<string, unknown>>(
    `select c.part_no, c.collection_type, c.amount::text, c.cheque_no, c.approval_status, c.date_collected::text,
       coalesce((select string_agg(b.invoice_no || ' ' || a.amount::text, ', ' order by b.invoice_no)
         from public.collection_allocations a join public.bookings b on b.id = a.booking_id where a.collection_id = c.id), '') as pays
     from public.collections c where c.cr_no = $1 order by c.part_no`,
    [cr],
  )

/** A customer who owes two invoices from before. */
async function debtor() {
  const { newCustomer, day } = kit()
  const customer = await newCustomer()
  const no = customer.name.slice(-4)
  const rows = [
    { customer: customer.name, invoice_no: `${no}-1`, invoice_date: await day(30), amount: '100' },
    {
      customer: customer.name,
      invoice_no: `${no}-2`,
      invoice_date: await day(20),
      amount: '50.50',
    },
  ]
  const open = imports(fixture, shop, 'open_invoices', fixture.role['finance admin'])
  expect((await open.take(rows)).errors).toEqual([])
  return { ...customer, no }
}

it('records cheques on hand at the opening, which pay named invoices, and takes all away again', async () => {
  const { take, undo, day, count } = kit()
  const customer = await debtor()
  const [opening, later] = [await day(1), addDays((await day()) as never, 30)]
  const cheque = { means: 'PDC', cheque_bank: 'BDO', cheque_no: '000123', cheque_date: later }
  const rows = [
    {
      ...{
        cr_no: 'IM-77',
        customer: customer.name,
        date_collected: opening,
        amount: '80',
        ...cheque,
      },
      invoice_no: `${customer.no}-1`,
    },
    { cr_no: 'IM-77', amount: '50.50', ...cheque, invoice_no: `${customer.no}-2` },
    { cr_no: 'IM-77', amount: '15', means: 'cash', invoice_no: `${customer.no}-1` },
    {
      cr_no: 'IM-78',
      customer: customer.name,
      date_collected: opening,
      amount: '5',
      means: 'Cash',
    },
  ]
  expect(await take(rows, true)).toEqual({ rows: 4, errors: [] })
  expect(await parts('IM-77')).toEqual([])
  const made = await take(rows)
  expect(made.errors).toEqual([])
  const same = { approval_status: 'pending', date_collected: opening }
  expect(await parts('IM-77')).toEqual([
    {
      ...{ ...same, part_no: 1, collection_type: 'cheque', amount: '130.50', cheque_no: '000123' },
      pays: `${customer.no}-1 95.00, ${customer.no}-2 35.50`,
    },
    {
      ...{ ...same, part_no: 2, collection_type: 'cash', amount: '15.00', cheque_no: null },
      pays: `${customer.no}-2 15.00`,
    },
  ])
  // Without a named invoice the oldest is paid, here by what is left of it.
  expect(await parts('IM-78')).toMatchObject([{ pays: `${customer.no}-1 5.00` }])
  await undo(made)
  expect(await parts('IM-77')).toEqual([])
  expect(
    await count(
      'from (select 1 from public.money_entries where on_date = $1::date group by place, holder_id having sum(amount) <> 0) x',
      opening,
    ),
  ).toBe(0)
  // The numbers may come again, and a second file of the same numbers may not.
  const again = await take(rows)
  expect(again.errors).toEqual([])
  expect((await take(rows)).errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
    ...['1 cr_no', '2 cr_no', '3 cr_no', '4 cr_no'],
  ])
  const [first] = await fixture.db.sql<{ id: string; version: number }>(
    "select id, version from public.collections where cr_no = 'IM-78'",
  )
  await shop.rpc(
    'approve_collection',
    { p_collection: first!.id, p_version: first!.version },
    fixture.role['finance admin'],
  )
  await expect(undo(again)).rejects.toMatchObject({ hint: 'wrong_state' })
})

it('pays the oldest invoices with the receipts that name none, one after the other, after those that name one', async () => {
  const { take, day } = kit()
  const [one, other, opening] = [await debtor(), await debtor(), await day(1)]
  const heading = (cr_no: string, customer: { name: string }) => ({
    ...{ cr_no, customer: customer.name, date_collected: opening, means: 'cash' },
  })
  const rows = [
    { ...heading(`${one.no}-A`, one), amount: '30' },
    { ...heading(`${one.no}-B`, one), amount: '25' },
    { cr_no: `${one.no}-B`, amount: '15.25', means: '2307', reference_no: '2307-1' },
    { ...heading(`${other.no}-A`, other), amount: '100' },
    { ...heading(`${one.no}-C`, one), amount: '60', invoice_no: `${one.no}-1` },
    { ...heading(`${one.no}-D`, one), amount: '99' },
    { ...heading(`${one.no}-E`, one), amount: '7' },
    { ...heading(`${other.no}-B`, other), amount: '50.50' },
  ]
  expect((await take(rows)).errors).toEqual([])
  const pays = async (cr: string) => (await parts(cr)).map((part) => part.pays)
  // C names 60 of the 100 of the first invoice, so that A and B share the 40 that are left of it.
  expect(await pays(`${one.no}-A`)).toEqual([`${one.no}-1 30.00`])
  expect(await pays(`${one.no}-B`)).toEqual([
    `${one.no}-1 10.00, ${one.no}-2 15.00`,
    `${one.no}-2 15.25`,
  ])
  expect(await pays(`${one.no}-C`)).toEqual([`${one.no}-1 60.00`])
  // The second invoice has 20.25 left: the rest of D stays unapplied, and E pays nothing.
  expect(await pays(`${one.no}-D`)).toEqual([`${one.no}-2 20.25`])
  expect(await pays(`${one.no}-E`)).toEqual([''])
  // Receipts that are as large as the invoices pay one each.
  expect(await pays(`${other.no}-A`)).toEqual([`${other.no}-1 100.00`])
  expect(await pays(`${other.no}-B`)).toEqual([`${other.no}-2 50.50`])
})

it('names every wrong cell, and what the command refuses', async () => {
  const { wrong, day } = kit()
  const customer = await debtor()
  const other = await debtor()
  const good = {
    customer: customer.name,
    date_collected: await day(1),
    amount: '10',
    means: 'cash',
  }
  const cheque = { cheque_bank: 'BPI', cheque_no: '55', cheque_date: await day(0) }
  expect(
    await wrong([
      { ...good, cr_no: 'X-1', amount: '-10', means: 'gold' },
      { ...good, cr_no: 'X-2', ...cheque },
      { ...good, cr_no: 'X-3', means: 'cheque', cheque_no: '55' },
      { ...good, cr_no: 'X-4', means: 'cheque', ...cheque },
      { ...good, cr_no: 'X-5', means: 'cheque', ...cheque },
      { ...good, cr_no: 'X-6', customer: 'Nobody', date_collected: '2026-02-29' },
      { ...good, cr_no: 'X-7', invoice_no: `${other.no}-1` },
      { ...good, cr_no: 'X-8', invoice_no: 'none' },
      { ...good, cr_no: 'X-9', means: 'transfer', account: 'unknown' },
      { ...good, cr_no: 'X-9', customer: other.name, amount: '=1+1' },
      { ...good, cr_no: '', date_collected: '2999-01-01' },
    ]),
  ).toEqual([
    ...['1 amount', '1 means', '2 cheque_bank', '2 cheque_date', '2 cheque_no'],
    ...['3 cheque_bank', '3 cheque_date', '5 cheque_no', '6 customer', '6 date_collected'],
    ...['7 invoice_no', '8 invoice_no', '9 account', '10 amount', '10 customer', '11 cr_no'],
    '11 date_collected',
  ])
  // More than the invoice owes, and a number that only archived bookings have.
  expect(
    await wrong([
      { ...good, cr_no: 'Y-1', amount: '60', invoice_no: `${customer.no}-1` },
      { ...good, cr_no: 'Y-1', amount: '60', means: '2307', invoice_no: `${customer.no}-1` },
      { ...good, cr_no: 'ARCHIVE-1' },
    ]),
  ).toEqual(['1 amount', '3 cr_no'])
  expect(await parts('Y-1')).toEqual([])
})

it('deletes no receipt but of an import that is undone, whoever asks', async () => {
  const { take, day } = kit()
  const customer = await debtor()
  const row = {
    cr_no: 'D-1',
    customer: customer.name,
    date_collected: await day(1),
    amount: '1',
    means: 'cash',
  }
  await take([row])
  await expect(
    fixture.db.sql("delete from public.collections where cr_no = 'D-1'"),
  ).rejects.toMatchObject({ code: '42501' })
  await expect(
    fixture.db.sql(
      "delete from public.collection_allocations where collection_id = (select id from public.collections where cr_no = 'D-1')",
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

it('is refused without the permission and from another company', async () => {
  const { take, day } = kit()
  const customer = await debtor()
  const row = {
    cr_no: 'T-1',
    customer: customer.name,
    date_collected: await day(1),
    amount: '1',
    means: 'cash',
  }
  await expect(take([row], false, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
  const made = await take([row])
  await expect(
    trade(fixture, 'b').rpc('undo_import', { p_import: made.id, p_version: made.version }),
  ).rejects.toMatchObject({ code: 'P0002' })
  const theirs = await shop.rpc('record_collection', {
    p_collection: { customer_id: customer.id, amount: '1', cr_no: 'T-2' },
  })
  expect(theirs.cr_no).toBe('T-2')
})

it('counts the tables that it fills while it fills them, for plans of the documents that follow', async () => {
  const { take, newCustomer, day, count } = kit()
  const { name } = await newCustomer()
  const on = await day()
  const rows = Array.from({ length: 60 }, (_, n) => ({
    ...{ cr_no: `MANY-${n}`, customer: name, date_collected: on, amount: '1', means: 'cash' },
  }))
  expect((await take(rows)).errors).toEqual([])
  const there = await count('from public.collections')
  const [known] = await fixture.db.sql<{ rows: number }>(
    `select reltuples::int as rows from pg_class where oid = 'public.collections'::regclass`,
  )
  // Counted after the fiftieth.
  expect(known!.rows).toBe(there - 10)
})
