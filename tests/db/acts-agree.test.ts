import { afterEach, beforeAll, expect, it } from 'vitest'
import { acts } from '../support/acts.ts'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

/**
 * Acts that follow each other on different days, each with figures computed by hand for every day on which one changes. AR,
 * statement, customer's page, master list, sales on every level, deliveries, VAT, stock and journal have to say the same.
 */
const fixture = testFixture()
const shop = trade(fixture)
const bank = treasury(fixture, shop)
const notes = memos(fixture, shop)
const field = fieldReceipts(fixture, shop)
const books = closing(fixture)
const { of, day, disagreements } = acts(fixture, shop)
let account: string
let product: string
let serial = 0
const no = () => `AC-${++serial}`

beforeAll(async () => {
  account = await bank.bank()
  product = await shop.product('10.00', 5000)
}, 60_000)

// On the days between the acts as on the last one.
afterEach(async () => {
  for (const offset of [-19, -8, 0])
    expect([offset, await disagreements(offset)]).toEqual([offset, []])
})

const version = async (booking: string) => Number((await shop.booking(booking)).version)

/** A validated booking of so many pieces at 10.00, of 40 days ago. */
async function booked(customer: string, pieces = 10, srp = '10.00') {
  const made = await shop.book(customer, [[product, pieces, srp]], await day(-40))
  await shop.validate(made.id, made.version)
  const [line] = await fixture.db.sql<{ id: string }>(
    'select id from public.booking_lines where booking_id = $1::uuid',
    [made.id],
  )
  return {
    ...made,
    line: line!.id,
    deliver: async (on: number, quantity?: number, remainder: 'keep' | 'release' = 'keep') =>
      shop.deliver(
        made.id,
        await version(made.id),
        quantity === undefined ? null : { lines: [{ line_id: line!.id, quantity }], remainder },
        await day(on),
      ),
    invoice: async (on: number, reason: string | null = null, invoiceNo = no()) =>
      shop.invoice(made.id, await version(made.id), invoiceNo, await day(on), reason),
    takeBack: async (on: number, quantity: number) =>
      notes.write({
        kind: 'credit',
        reason: 'return',
        booking_id: made.id,
        on_date: await day(on),
        lines: [{ line_id: line!.id, quantity }],
      }),
    dates: async (dates: object) =>
      shop.rpc('set_booking_dates', {
        p_booking: made.id,
        p_version: await version(made.id),
        p_dates: dates,
        p_reason: 'Typed wrong',
      }),
  }
}
async function pay(
  customer: string,
  amount: string,
  on: number,
  parts: [string, string][] = [],
  more: object = {},
) {
  const made = await shop.rpc<{ id: string; version: number }>('record_collection', {
    p_collection: {
      customer_id: customer,
      collection_type: 'cash',
      amount,
      cr_no: no(),
      date_collected: await day(on),
      allocations: parts.map(([booking_id, part]) => ({ booking_id, amount: part })),
      ...more,
    },
  })
  await shop.approve(made.id, made.version)
  return { id: made.id, version: made.version + 1 }
}
const archive = (so_no: string) =>
  shop.rpc(
    'archive_bookings',
    { p_so_nos: { so_nos: [so_no] }, p_status: 'archived' },
    fixture.role.Owner,
  )
const figures = (owes: string, cleared: string, net: string) => ({ owes, cleared, net })

it('delivered in two parts, invoiced between, the rest released, two pieces taken back', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25, 5)
  await sale.invoice(-20)
  await sale.deliver(-10, 3, 'release')
  await sale.takeBack(-5, 2)
  expect(await of(customer, -26)).toEqual(figures('0.00', '0.00', '0.00'))
  expect(await of(customer, -25)).toEqual(figures('0.00', '0.00', '50.00'))
  expect(await of(customer, -20)).toEqual(figures('100.00', '100.00', '50.00'))
  expect(await of(customer, -10)).toEqual(figures('80.00', '80.00', '80.00'))
  expect(await of(customer, -5)).toEqual(figures('60.00', '60.00', '60.00'))
  expect(await of(customer)).toEqual(figures('60.00', '60.00', '60.00'))
})

it('taken back before the invoice, then archived without one', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.takeBack(-15, 2)
  await pay(customer, '30.00', -12, [[sale.id, '30.00']])
  expect(await of(customer, -12)).toEqual(figures('-30.00', '-30.00', '80.00'))
  await archive(sale.so_no)
  expect(await of(customer, -25)).toEqual(figures('0.00', '0.00', '100.00'))
  expect(await of(customer, -1)).toEqual(figures('-30.00', '-30.00', '80.00'))
  expect(await of(customer)).toEqual(figures('0.00', '0.00', '80.00'))
})

it('archived half delivered, with an invoice and an allowance', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.invoice(-25)
  await sale.deliver(-20, 5)
  await notes.write({
    kind: 'credit',
    reason: 'price_allowance',
    booking_id: sale.id,
    on_date: await day(-15),
    lines: [{ line_id: sale.line, amount: '7.50' }],
  })
  expect(await of(customer, -15)).toEqual(figures('92.50', '92.50', '42.50'))
  await archive(sale.so_no)
  expect(await of(customer, -1)).toEqual(figures('92.50', '92.50', '42.50'))
  expect(await of(customer)).toEqual(figures('0.00', '0.00', '92.50'))
})

it('invoice and delivery moved to other days after goods came back', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  await sale.takeBack(-15, 4)
  await sale.dates({ date_invoiced: await day(-22), date_delivered: await day(-23) })
  expect(await of(customer, -25)).toEqual(figures('0.00', '0.00', '0.00'))
  expect(await of(customer, -23)).toEqual(figures('0.00', '0.00', '100.00'))
  expect(await of(customer, -22)).toEqual(figures('100.00', '100.00', '100.00'))
  expect(await of(customer, -15)).toEqual(figures('60.00', '60.00', '60.00'))
  // An invoice that is dated after the return owes less from its first day on.
  await sale.dates({ date_invoiced: await day(-10) })
  expect(await of(customer, -15)).toEqual(figures('0.00', '0.00', '60.00'))
  expect(await of(customer, -10)).toEqual(figures('60.00', '60.00', '60.00'))
})

it('a cheque of which a part was unapplied, used on another booking, comes back after it had cleared', async () => {
  const customer = await shop.customer()
  const [one, other] = [await booked(customer, 6), await booked(customer, 8)]
  for (const sale of [one, other]) {
    await sale.deliver(-30)
    await sale.invoice(-30)
  }
  const cheque = await bank.cheque(
    customer,
    '100.00',
    [[one.id, '60.00']],
    await day(-20),
    await day(-20),
  )
  expect(await of(customer, -20)).toEqual(figures('40.00', '140.00', '140.00'))
  await bank.deposit(account, [cheque], await day(-15))
  await bank.clear({ ...cheque, version: cheque.version + 1 }, await day(-10))
  await bank.use({ ...cheque, version: cheque.version + 2 }, [
    { booking_id: other.id, amount: '25.00' },
  ])
  expect((await shop.booking(other.id)).balance).toBe('55.00')
  expect(await of(customer, -10)).toEqual(figures('40.00', '40.00', '140.00'))
  const [now] = await fixture.db.sql<{ version: number }>(
    'select version from public.collections where id = $1::uuid',
    [cheque.id],
  )
  await bank.bounce({ id: cheque.id, version: now!.version })
  expect(await of(customer, -1)).toEqual(figures('40.00', '40.00', '140.00'))
  expect(await of(customer)).toEqual(figures('140.00', '140.00', '140.00'))
  expect((await shop.booking(other.id)).balance).toBe('80.00')
})

it('the fee of a bounced cheque is charged, paid, and owed again once its receipt is cancelled', async () => {
  const customer = await shop.customer()
  const fee = await notes.write({
    kind: 'debit',
    reason: 'bounced_cheque',
    customer_id: customer,
    on_date: await day(-20),
    amount: '50.00',
  })
  const [paper] = await fixture.db.sql<{ id: string }>(
    'select id from public.bookings where project_id = $1::uuid and invoice_no = $2',
    [fixture.a, fee.memo_no],
  )
  const receipt = await pay(customer, '70.00', -10, [[paper!.id, '50.00']])
  expect(await of(customer, -20)).toEqual(figures('50.00', '50.00', '0.00'))
  expect(await of(customer, -10)).toEqual(figures('-20.00', '-20.00', '0.00'))
  await expect(notes.cancel(fee)).rejects.toMatchObject({ code: 'P0001' })
  await shop.cancelCollection(receipt.id, receipt.version)
  expect(await of(customer, -1)).toEqual(figures('-20.00', '-20.00', '0.00'))
  expect(await of(customer)).toEqual(figures('50.00', '50.00', '0.00'))
  await notes.cancel(fee)
  expect(await of(customer)).toEqual(figures('0.00', '0.00', '0.00'))
})

it('paid in full, then partly taken back: what is too much is credit, and is used on the next invoice', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  const receipt = await pay(customer, '100.00', -20, [[sale.id, '100.00']])
  await sale.takeBack(-15, 3)
  expect(await of(customer, -15)).toEqual(figures('-30.00', '-30.00', '70.00'))
  const next = await booked(customer, 5)
  await next.deliver(-10)
  await next.invoice(-10)
  expect(await of(customer, -10)).toEqual(figures('20.00', '20.00', '120.00'))
  const [now] = await fixture.db.sql<{ version: number }>(
    'select version from public.collections where id = $1::uuid',
    [receipt.id],
  )
  await bank.use({ id: receipt.id, version: now!.version }, [
    { booking_id: next.id, amount: '30.00' },
  ])
  expect(await of(customer)).toEqual(figures('20.00', '20.00', '120.00'))
  expect((await shop.booking(next.id)).balance).toBe('20.00')
})

it('written off, the write-off cancelled, and the memo of a return cancelled', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  const back = await sale.takeBack(-18, 1)
  const written = await notes.write({
    kind: 'credit',
    reason: 'write_off',
    customer_id: customer,
    booking_id: sale.id,
    on_date: await day(-10),
    amount: '90.00',
  })
  if (written.status !== 'approved') await notes.approve(written)
  expect(await of(customer, -18)).toEqual(figures('90.00', '90.00', '90.00'))
  expect(await of(customer, -10)).toEqual(figures('0.00', '0.00', '90.00'))
  await notes.cancel(
    await notes
      .memo(written.id)
      .then(({ version: seen }) => ({ id: written.id, version: Number(seen) })),
  )
  expect(await of(customer, -1)).toEqual(figures('0.00', '0.00', '90.00'))
  expect(await of(customer)).toEqual(figures('90.00', '90.00', '90.00'))
  await notes.cancel(back)
  expect(await of(customer, -1)).toEqual(figures('0.00', '0.00', '90.00'))
  expect(await of(customer)).toEqual(figures('100.00', '100.00', '100.00'))
})

it('charged too little, paid with that, then taken back', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  await notes.write({
    kind: 'debit',
    reason: 'undercharge',
    booking_id: sale.id,
    on_date: await day(-20),
    lines: [{ line_id: sale.line, quantity: 10, price_difference: '1.00' }],
  })
  await sale.takeBack(-10, 10)
  expect(await of(customer, -20)).toEqual(figures('110.00', '110.00', '110.00'))
  expect(await of(customer)).toEqual(figures('10.00', '10.00', '10.00'))
})

it('discounted, with free goods, delivered in parts, partly taken back', async () => {
  const customer = await shop.customer()
  const made = await shop.rpc<{ id: string; version: number }>('create_booking', {
    p_booking: {
      customer_id: customer,
      date_added: await day(-40),
      lines: [
        { product_id: product, quantity: 12, agent_srp: '10.00', discount_percent: '10' },
        { product_id: product, quantity: 2, agent_srp: '0', free_of: 1 },
      ],
    },
  })
  await shop.validate(made.id, made.version)
  const lines = await fixture.db.sql<{ id: string }>(
    'select id from public.booking_lines where booking_id = $1::uuid order by line_no',
    [made.id],
  )
  const deliver = async (on: number, ...pieces: number[]) =>
    shop.deliver(
      made.id,
      await version(made.id),
      {
        lines: lines.map(({ id }, n) => ({ line_id: id, quantity: pieces[n] })),
        remainder: 'keep',
      },
      await day(on),
    )
  await deliver(-25, 6, 1)
  await shop.invoice(made.id, await version(made.id), no(), await day(-20))
  await deliver(-15, 6, 1)
  await notes.write({
    kind: 'credit',
    reason: 'return',
    booking_id: made.id,
    on_date: await day(-10),
    lines: [
      { line_id: lines[0]!.id, quantity: 3 },
      { line_id: lines[1]!.id, quantity: 2 },
    ],
  })
  // 12 at 9.00, 3 of them back.
  expect(await of(customer, -25)).toEqual(figures('0.00', '0.00', '54.00'))
  expect(await of(customer, -20)).toEqual(figures('108.00', '108.00', '54.00'))
  expect(await of(customer, -15)).toEqual(figures('108.00', '108.00', '108.00'))
  expect(await of(customer)).toEqual(figures('81.00', '81.00', '81.00'))
})

it('cancelled after its invoice, with an advance that stays as credit', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.invoice(-20)
  await pay(customer, '40.00', -15, [])
  await shop.rpc('cancel_booking', {
    p_booking: sale.id,
    p_version: await version(sale.id),
    p_reason: 'Store closed',
  })
  expect(await of(customer, -20)).toEqual(figures('100.00', '100.00', '0.00'))
  expect(await of(customer, -1)).toEqual(figures('60.00', '60.00', '0.00'))
  expect(await of(customer)).toEqual(figures('-40.00', '-40.00', '0.00'))
})

it('several means in one receipt, remitted, then approved: cash, cheque and certificate', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  const made = await shop.rpc<{
    id: string
    version: number
    parts: { id: string; version: number }[]
  }>('record_receipt', {
    p_receipt: {
      customer_id: customer,
      cr_no: no(),
      date_collected: await day(-18),
      collector_id: field.collector(),
      parts: [
        { collection_type: 'cash', amount: '30.00' },
        {
          collection_type: 'cheque',
          amount: '50.00',
          cheque_bank: 'BDO',
          cheque_no: no(),
          cheque_date: await day(-18),
        },
        { collection_type: 'withholding', amount: '5.00' },
      ],
      allocations: [{ booking_id: sale.id, amount: '85.00' }],
    },
  })
  const parts = await fixture.db.sql<{ id: string; type: string; version: number }>(
    `select c.id, c.collection_type as type, c.version from public.collections c where c.receipt_id = (select receipt_id from public.collections where id = $1::uuid) order by part_no`,
    [made.id],
  )
  await field.remit(parts, { '30': 1 }, { remitted_on: await day(-12) })
  const [first] = await fixture.db.sql<{ id: string; version: number }>(
    'select id, version from public.collections where id = $1::uuid',
    [parts[0]!.id],
  )
  await shop.approve(first!.id, first!.version)
  expect(await of(customer, -19)).toEqual(figures('100.00', '100.00', '100.00'))
  expect(await of(customer, -18)).toEqual(figures('15.00', '65.00', '100.00'))
  expect(await of(customer)).toEqual(figures('15.00', '65.00', '100.00'))
})

it('goods from a customer without their booking lower the oldest invoice', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  await shop.rpc('create_purchase', {
    p_purchase: {
      po_no: no(),
      supplier: 'Supplier',
      kind: 'return_in',
      customer_id: customer,
      date_added: await day(-10),
      delivery_date: await day(-10),
      lines: [{ product_id: product, quantity: 2, cost: '7.00', prod_srp: '10.00' }],
    },
  })
  expect(await of(customer, -11)).toEqual(figures('100.00', '100.00', '100.00'))
  expect(await of(customer)).toEqual(figures('80.00', '80.00', '80.00'))
})

it('a closed period: what belongs to it is posted today, and its days stay as they were', async () => {
  const customer = await shop.customer()
  const sale = await booked(customer)
  await sale.deliver(-25)
  await sale.invoice(-25)
  const waiting = await shop.rpc<{ id: string; version: number }>('record_collection', {
    p_collection: {
      customer_id: customer,
      collection_type: 'cash',
      amount: '20.00',
      cr_no: no(),
      date_collected: await day(-12),
      allocations: [{ booking_id: sale.id, amount: '20.00' }],
    },
  })
  const paid = await pay(customer, '30.00', -11, [[sale.id, '30.00']])
  await books.close(await day(-9))
  await expect(sale.takeBack(-9, 1)).rejects.toMatchObject({ hint: 'period_closed' })
  await shop.approve(waiting.id, waiting.version)
  await sale.takeBack(-8, 1)
  await shop.cancelCollection(paid.id, paid.version)
  expect(await of(customer, -9)).toEqual(figures('70.00', '70.00', '100.00'))
  expect(await of(customer, -8)).toEqual(figures('60.00', '60.00', '90.00'))
  expect(await of(customer)).toEqual(figures('70.00', '70.00', '90.00'))
  await archive(sale.so_no)
  expect(await of(customer, -1)).toEqual(figures('60.00', '60.00', '90.00'))
  expect(await of(customer)).toEqual(figures('0.00', '0.00', '90.00'))
  await books.reopen(null)
})
