import { afterEach, expect, it } from 'vitest'
import { acts, figures } from '../support/acts.ts'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { pastTrade } from '../support/past-trade.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

/** Receipts, cheques, memos of money and a closed period, as acts-agree.test.ts has goods. */
const fixture = testFixture()
const shop = trade(fixture)
const bank = treasury(fixture, shop)
const notes = memos(fixture, shop)
const field = fieldReceipts(fixture, shop)
const books = closing(fixture)
const { no, version, booked, pay, archive } = pastTrade(fixture, shop)
const { of, day, disagreements } = acts(fixture, shop)

// On days between the acts as on the last one.
afterEach(async () => {
  for (const offset of [-19, -8, 0])
    expect([offset, await disagreements(offset)]).toEqual([offset, []])
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
  await bank.deposit(await bank.bank(), [cheque], await day(-15))
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
