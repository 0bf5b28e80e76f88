import { describe, expect, it } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { reportTable } from '../support/reports.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const floor = warehouse(fixture, shop)
const m = memos(fixture, shop)
const TODAY = today('Asia/Manila')
let serial = 0
const no = () => `MEMO-${++serial}`
const bookingOf = async (id: string) => {
  const { balance, credited, collected, collection_status } = await shop.booking(id)
  return { balance, credited, collected, collection_status }
}

describe('goods that come back', () => {
  it('twenty pieces of 56.00: a memo of 1,120.00 with VAT of 120.00, on its date in every ledger', async () => {
    const sold = await m.sold(100, '56.00', no(), { date: '2026-02-02' })
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id, on_date: '2026-02-10' },
      lines: [{ line_id: sold.line, quantity: 20 }],
    })
    expect(memo).toMatchObject({ status: 'approved', amount: '1120.00' })
    expect(memo.memo_no).toMatch(/^CM-\d{6}$/)
    expect(await m.memo(memo.id)).toMatchObject({ amount: '1120.00', vat_amount: '120.00' })
    expect(await bookingOf(sold.id)).toMatchObject({ balance: '4480.00', credited: '1120.00' })
    expect(await shop.stock(sold.product)).toMatchObject({ on_hand: 120 })
    expect(await m.receivables(memo.id)).toEqual([
      {
        ...{ kind: 'returned', on_date: '2026-02-10' },
        ...{ amount: '-1120.00', cleared_amount: '-1120.00' },
      },
    ])
    // They cost 7.00 each.
    expect(await m.sales(sold.id)).toEqual([
      {
        ...{ kind: 'return', on_date: '2026-02-10', pieces: -20 },
        ...{ amount: '-1120.00', vat_amount: '-120.00', cost: '-140.00' },
      },
    ])
  })

  it('are worth what they were sold for, less the allowance on their line', async () => {
    const sold = await m.sold(10, '100.00', no())
    await m.write({
      ...{ kind: 'credit', reason: 'price_allowance', booking_id: sold.id },
      lines: [{ line_id: sold.line, amount: '200.00' }],
    })
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
      lines: [{ line_id: sold.line, quantity: 5 }],
    })
    expect(memo.amount).toBe('400.00')
    expect(await bookingOf(sold.id)).toMatchObject({ balance: '400.00', credited: '600.00' })
  })

  it('do not change the invoice that is printed again', async () => {
    const sold = await m.sold(100, '56.00', no())
    const paper = async () => {
      const [row] = await fixture.db.as<{ paper: unknown }>(
        fixture.role['invoice admin'],
        'select public.invoice_document($1::uuid, $2::uuid) as paper',
        [fixture.a, sold.id],
      )
      return row!.paper
    }
    const reported = async (level: string) => {
      const [row] = await fixture.db.as<Record<string, string>>(
        fixture.role['invoice admin'],
        `select gross::text, vatable::text, vat::text, memos::text, memos_vat::text
         from ${reportTable(
           'report_invoice',
           "$1::uuid, jsonb_build_object('level', $2::text, 'customer_id', $3::text)",
           'gross numeric, vatable numeric, vat numeric, memos numeric, memos_vat numeric',
         )} r`,
        [fixture.a, level, sold.customer],
      )
      return row
    }
    const filed = await paper()
    expect(filed).toMatchObject({ due: '5600.00', vat: '600.00', credited: '0.00' })
    const issued = { gross: '5600.00', vatable: '5000.00', vat: '600.00' }
    expect(await reported('total')).toEqual({ ...issued, memos: '0.00', memos_vat: '0.00' })
    await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
      lines: [{ line_id: sold.line, quantity: 20 }],
    })
    expect(await paper()).toEqual(filed)
    // The report has the invoice as it was issued, and the memo apart.
    expect(await reported('invoice')).toMatchObject(issued)
    expect(await reported('total')).toEqual({ ...issued, memos: '1120.00', memos_vat: '120.00' })
  })

  it('that are paid already become unapplied credit', async () => {
    const sold = await m.sold(10, '10.00', no())
    await shop.approve((await shop.collect(sold.customer, '100.00', [[sold.id, '100.00']])).id)
    await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
      lines: [{ line_id: sold.line, quantity: 3 }],
    })
    expect(await bookingOf(sold.id)).toMatchObject({ balance: '0.00', collected: '70.00' })
    expect(await shop.position(sold.customer)).toMatchObject({
      unapplied: '30.00',
      collectibles: '-30.00',
    })
  })

  it('no more than were delivered, and not before', async () => {
    const sold = await m.sold(10, '10.00', no(), { date: '2026-02-02' })
    const back = (quantity: number, on_date?: string) =>
      m.write({
        ...{ kind: 'credit', reason: 'return', booking_id: sold.id, on_date },
        lines: [{ line_id: sold.line, quantity }],
      })
    await expect(back(11)).rejects.toMatchObject({
      hint: 'wrong_state',
      detail: 'lines[0].quantity',
    })
    await expect(back(1, '2026-02-01')).rejects.toMatchObject({ detail: 'on_date' })
    await back(10)
    await expect(back(1)).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('by a warehouse request: the same memo, with a number, dated the approval', async () => {
    const booking = await floor.booked(6)
    await shop.invoice(booking.id, await floor.version(booking.id), no())
    const request = await floor.ask(booking.id, 'take_back', [[booking.line, 2]])
    await floor.decide(request, 'approved')
    const [memo] = await fixture.db.sql<{ id: string; memo_no: string }>(
      `select id, memo_no, kind, reason_code as reason, on_date::text, amount::text, vat_amount::text, status, note,
         created_by = $2::uuid as by_warehouse, approved_by = $3::uuid as by_owner
       from public.memos where booking_id = $1::uuid`,
      [booking.id, fixture.role.warehouse, fixture.role.Owner],
    )
    expect(memo).toMatchObject({
      ...{ kind: 'credit', reason: 'return', on_date: TODAY, status: 'approved' },
      // 20.00 × 12 ÷ 112 = 2.142…
      ...{ amount: '20.00', vat_amount: '2.14', by_warehouse: true, by_owner: true },
      note: `${request.request_no}: Broken cases`,
    })
    expect(await m.receivables(memo!.id)).toEqual([
      { kind: 'returned', on_date: TODAY, amount: '-20.00', cleared_amount: '-20.00' },
    ])
  })
})

describe('an allowance on the price', () => {
  it('lowers sales and VAT and moves no goods', async () => {
    const sold = await m.sold(10, '112.00', no())
    const before = await shop.stock(sold.product)
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'price_allowance', booking_id: sold.id },
      lines: [{ line_id: sold.line, amount: '56.00' }],
    })
    expect(await shop.stock(sold.product)).toEqual(before)
    expect(await m.sales(sold.id)).toEqual([
      {
        ...{ kind: 'allowance', on_date: TODAY, pieces: 0 },
        ...{ amount: '-56.00', vat_amount: '-6.00', cost: '0.00' },
      },
    ])
    expect(await m.receivables(memo.id)).toEqual([
      { kind: 'allowance', on_date: TODAY, amount: '-56.00', cleared_amount: '-56.00' },
    ])
    expect(await bookingOf(sold.id)).toMatchObject({ balance: '1064.00' })
  })

  it('over an amount is shared out over the lines, to the centavo', async () => {
    const [one, two, three] = [
      await shop.product('10.00', 9),
      await shop.product('10.00', 9),
      await shop.product('10.00', 9),
    ]
    const customer = await shop.customer()
    const booking = await shop.book(customer, [
      [one, 1, '10.00'],
      [two, 1, '10.00'],
      [three, 1, '10.00'],
    ])
    await shop.validate(booking.id, booking.version)
    await shop.invoice(booking.id, booking.version + 1, no())
    await shop.deliver(booking.id, booking.version + 2)
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'price_allowance', customer_id: customer, amount: '11.20' },
    })
    const shares = await m.sales(booking.id)
    expect(shares.map(({ amount }) => amount)).toEqual(['-3.73', '-3.74', '-3.73'])
    // 11.20 has VAT of 1.20, however its shares are rounded.
    expect(await m.memo(memo.id)).toMatchObject({ vat_amount: '1.20' })
    expect(shares.map(({ vat_amount }) => Number(vat_amount)).reduce((a, b) => a + b)).toBeCloseTo(
      -1.2,
      10,
    )
  })

  it('is never more than what is left of the line', async () => {
    const sold = await m.sold(1, '100.00', no())
    const allow = (amount: string) =>
      m.write({
        ...{ kind: 'credit', reason: 'price_allowance', booking_id: sold.id },
        lines: [{ line_id: sold.line, amount }],
      })
    await expect(allow('100.01')).rejects.toMatchObject({
      hint: 'over_credited',
      detail: 'lines[0].amount',
    })
    await allow('60.00')
    await expect(allow('40.01')).rejects.toMatchObject({ hint: 'over_credited' })
    await allow('40.00')
    expect(await bookingOf(sold.id)).toMatchObject({ balance: '0.00', collection_status: 'paid' })
  })
})

describe('an amount', () => {
  it('covers the oldest invoices first, and is no sale when it is written off', async () => {
    const older = await m.sold(10, '10.00', no(), { date: '2026-01-05' })
    const newer = await m.sold(10, '20.00', no(), { date: '2026-01-20', customer: older.customer })
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'write_off', customer_id: older.customer, amount: '130.00' },
    })
    expect(await bookingOf(older.id)).toMatchObject({ balance: '0.00', credited: '100.00' })
    expect(await bookingOf(newer.id)).toMatchObject({ balance: '170.00', credited: '30.00' })
    expect(await m.sales(older.id)).toEqual([])
    expect(await m.memo(memo.id)).toMatchObject({ vat_amount: '0.00' })
    expect(await m.receivables(memo.id)).toEqual([
      { kind: 'credit_memo', on_date: TODAY, amount: '-100.00', cleared_amount: '-100.00' },
      { kind: 'credit_memo', on_date: TODAY, amount: '-30.00', cleared_amount: '-30.00' },
    ])
  })

  it('may be for one booking alone', async () => {
    const older = await m.sold(10, '10.00', no(), { date: '2026-01-05' })
    const newer = await m.sold(10, '20.00', no(), { customer: older.customer })
    await m.write({
      ...{ kind: 'credit', reason: 'other', note: 'As agreed', booking_id: newer.id },
      amount: '50.00',
    })
    expect(await bookingOf(older.id)).toMatchObject({ balance: '100.00' })
    expect(await bookingOf(newer.id)).toMatchObject({ balance: '150.00' })
  })

  it('is never more than what is open', async () => {
    const sold = await m.sold(10, '10.00', no())
    await shop.approve((await shop.collect(sold.customer, '40.00', [[sold.id, '40.00']])).id)
    const off = (amount: string, more: object = {}) =>
      m.write({
        ...{ kind: 'credit', reason: 'write_off', customer_id: sold.customer, amount, ...more },
      })
    await expect(off('60.01')).rejects.toMatchObject({ hint: 'over_credited', detail: 'amount' })
    // The invoice is of today: nothing was open before.
    await expect(off('60.00', { on_date: '2026-01-05' })).rejects.toMatchObject({
      hint: 'over_credited',
    })
    // Nor is an amount credited before the goods of its invoice have left.
    const later = await m.sold(10, '10.00', no(), { date: '2026-02-02' })
    await shop.rpc('set_booking_dates', {
      ...{ p_booking: later.id, p_version: Number((await shop.booking(later.id)).version) },
      ...{ p_dates: { date_delivered: '2026-02-05' }, p_reason: 'Left later' },
    })
    const allow = (on_date: string) =>
      m.write({
        ...{ kind: 'credit', reason: 'price_allowance', customer_id: later.customer },
        ...{ amount: '20.00', on_date },
      })
    await expect(allow('2026-02-04')).rejects.toMatchObject({ hint: 'over_credited' })
    await allow('2026-02-05')
    await off('60.00')
    // What was written off is not credited again when the goods come back.
    await expect(
      m.write({
        ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
        lines: [{ line_id: sold.line, quantity: 10 }],
      }),
    ).rejects.toMatchObject({ hint: 'over_credited' })
  })
})

describe('a debit memo', () => {
  it('is owed, due at once, paid by receipts and never a sale or an order', async () => {
    const customer = await shop.customer('1000.00')
    const memo = await m.write({
      ...{ kind: 'debit', reason: 'bounced_cheque', customer_id: customer, amount: '350.00' },
      on_date: '2026-02-03',
    })
    expect(memo.memo_no).toMatch(/^DM-\d{6}$/)
    const [booking] = await fixture.db.sql<{ id: string }>(
      `select id, so_no, invoice_no, stage, date_due::text, balance::text, is_debit_memo from public.bookings
       where customer_id = $1::uuid`,
      [customer],
    )
    expect(booking).toMatchObject({
      ...{ so_no: memo.memo_no, invoice_no: memo.memo_no, stage: 'delivered', is_debit_memo: true },
      ...{ date_due: '2026-02-03', balance: '350.00' },
    })
    expect(await m.receivables(memo.id)).toEqual([
      { kind: 'debit_memo', on_date: '2026-02-03', amount: '350.00', cleared_amount: '350.00' },
    ])
    expect(await shop.position(customer)).toMatchObject({
      ...{ collectibles: '350.00', exposure: '350.00', credit_left: '650.00' },
    })
    const [report] = await fixture.db.as<{ document_no: string }>(
      fixture.role['finance admin'],
      `select document_no, doc_date::text, due_date::text, balance::text
       from ${reportTable(
         'report_ar',
         "$1::uuid, jsonb_build_object('customer_id', $2::text)",
         'level text, document_no text, doc_date date, due_date date, balance numeric',
       )} r where level = 'document'`,
      [fixture.a, customer],
    )
    expect(report).toEqual({
      ...{ document_no: memo.memo_no, doc_date: '2026-02-03', due_date: '2026-02-03' },
      balance: '350.00',
    })
    const receipt = await shop.collect(customer, '350.00', [[booking!.id, '350.00']])
    await shop.approve(receipt.id)
    expect(await shop.booking(booking!.id)).toMatchObject({ stage: 'paid' })
    await expect(m.cancel(memo)).rejects.toMatchObject({ hint: 'wrong_state' })
    await shop.cancelCollection(receipt.id, receipt.version + 1)
    await m.cancel(memo)
    expect(await shop.booking(booking!.id)).toMatchObject({ stage: 'cancelled' })
    expect(await shop.position(customer)).toMatchObject({ collectibles: '0.00', exposure: '0.00' })
    expect(
      (await m.receivables(memo.id)).map(({ kind, on_date, amount }) => [kind, on_date, amount]),
    ).toEqual([
      ['debit_memo', '2026-02-03', '350.00'],
      ['cancelled', TODAY, '-350.00'],
    ])
  })

  it('is credited by a memo that names its document', async () => {
    const customer = await shop.customer()
    const fee = { kind: 'debit', reason: 'bounced_cheque', customer_id: customer, amount: '50.00' }
    const { memo_no } = await m.write(fee)
    const [paper] = await fixture.db.sql<{ id: string }>(
      'select id from public.bookings where project_id = $1::uuid and so_no = $2',
      [fixture.a, memo_no],
    )
    const { id: booking_id } = paper!
    await m.write({ kind: 'credit', reason: 'write_off', booking_id, amount: '20.00' })
    expect(await bookingOf(booking_id)).toMatchObject({ balance: '30.00', credited: '20.00' })
  })

  it('keeps its number and its date', async () => {
    const customer = await shop.customer()
    await m.write({
      ...{ kind: 'debit', reason: 'other', note: 'Freight', customer_id: customer, amount: '1.00' },
    })
    const [booking] = await fixture.db.sql<{ id: string; version: number }>(
      'select id, version from public.bookings where customer_id = $1::uuid',
      [customer],
    )
    await expect(
      shop.invoice(booking!.id, booking!.version, no(), null, 'Another one'),
    ).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(
      shop.rpc('set_booking_dates', {
        ...{ p_booking: booking!.id, p_version: booking!.version, p_reason: 'Older' },
        p_dates: { date_invoiced: '2026-01-02' },
      }),
    ).rejects.toMatchObject({ hint: 'wrong_state' })
  })
})
