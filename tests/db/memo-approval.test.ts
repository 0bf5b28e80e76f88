import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { today } from '../../app/platform/values/dates.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { setRules } from '../support/rules.ts'
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

describe('approval', () => {
  const big = async () => {
    const sold = await m.sold(1000, '10.00', no())
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'price_allowance', booking_id: sold.id },
      lines: [{ line_id: sold.line, amount: '5000.01' }],
    })
    return { sold, memo }
  }

  it('above the amount of the project by a second person; until then it counts nowhere', async () => {
    const { sold, memo } = await big()
    expect(memo.status).toBe('pending')
    expect(await bookingOf(sold.id)).toMatchObject({ balance: '10000.00', credited: '0.00' })
    expect(await m.receivables(memo.id)).toEqual([])
    expect(await m.sales(sold.id)).toEqual([])
    for (const role of ['sales admin', 'invoice admin', 'ASE', 'warehouse'] as const)
      await expect(m.approve(memo, fixture.role[role])).rejects.toMatchObject({ code: '42501' })
    await expect(m.approve({ ...memo, version: 9 })).rejects.toMatchObject({
      hint: 'stale_version',
    })
    const approved = await m.approve(memo)
    expect(await bookingOf(sold.id)).toMatchObject({ balance: '4999.99', credited: '5000.01' })
    await expect(m.approve(approved)).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('not by who wrote it, unless the project allows that', async () => {
    const sold = await m.sold(1000, '10.00', no())
    const writer = fixture.role['finance admin']
    const memo = await m.write(
      { kind: 'credit', reason: 'write_off', customer_id: sold.customer, amount: '6000.00' },
      writer,
    )
    await expect(m.approve(memo, writer)).rejects.toMatchObject({ hint: 'maker_checker' })
    await setRules(fixture, 'a', { memos_maker_checker: false })
    const approved = await m.approve(memo, writer)
    await setRules(fixture, 'a', { memos_maker_checker: true })
    await expect(m.cancel(approved, writer)).rejects.toMatchObject({ hint: 'maker_checker' })
    await m.cancel(approved)
  })

  it('the amount is a setting; none means that every memo counts at once', async () => {
    await setRules(fixture, 'a', { memo_approval_above: null })
    expect((await big()).memo.status).toBe('approved')
    await setRules(fixture, 'a', { memo_approval_above: '0' })
    const sold = await m.sold(1, '10.00', no())
    const { status } = await m.write({
      ...{ kind: 'credit', reason: 'write_off', customer_id: sold.customer, amount: '0.01' },
    })
    expect(status).toBe('pending')
    await setRules(fixture, 'a', { memo_approval_above: '5000' })
  })

  it('looks again at what is open: a receipt may have paid it meanwhile', async () => {
    const sold = await m.sold(1000, '10.00', no())
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'write_off', customer_id: sold.customer, amount: '6000.00' },
    })
    await shop.approve((await shop.collect(sold.customer, '5000.00', [[sold.id, '5000.00']])).id)
    await expect(m.approve(memo)).rejects.toMatchObject({ hint: 'over_credited' })
    expect(await m.memo(memo.id)).toMatchObject({ status: 'pending' })
  })
})

describe('cancelling', () => {
  it('a pending one: it never counted, and its number is not used again', async () => {
    const sold = await m.sold(1000, '10.00', no())
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'write_off', customer_id: sold.customer, amount: '6000.00' },
    })
    await m.cancel(memo, fixture.role['sales admin'])
    expect(await m.receivables(memo.id)).toEqual([])
    const next = await m.write({
      ...{ kind: 'credit', reason: 'write_off', customer_id: sold.customer, amount: '1.00' },
    })
    expect(Number(next.memo_no.slice(3))).toBe(Number(memo.memo_no.slice(3)) + 1)
  })

  it('an approved one: opposite entries of today, and goods leave the stock again', async () => {
    const sold = await m.sold(10, '56.00', no(), { date: '2026-02-02' })
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id, on_date: '2026-02-10' },
      lines: [{ line_id: sold.line, quantity: 2 }],
    })
    await expect(m.cancel(memo, fixture.role['sales admin'])).rejects.toMatchObject({
      code: '42501',
    })
    await m.cancel(memo)
    expect(await bookingOf(sold.id)).toMatchObject({ balance: '560.00', credited: '0.00' })
    expect(await shop.stock(sold.product)).toMatchObject({ on_hand: 10 })
    expect(await m.sales(sold.id)).toEqual([
      {
        ...{ kind: 'return', on_date: '2026-02-10', pieces: -2 },
        ...{ amount: '-112.00', vat_amount: '-12.00', cost: '-14.00' },
      },
      {
        ...{ kind: 'return', on_date: TODAY, pieces: 2 },
        ...{ amount: '112.00', vat_amount: '12.00', cost: '14.00' },
      },
    ])
    expect((await m.receivables(memo.id)).map(({ on_date, amount }) => [on_date, amount])).toEqual([
      ['2026-02-10', '-112.00'],
      [TODAY, '112.00'],
    ])
    // The pieces may come back a second time.
    await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
      lines: [{ line_id: sold.line, quantity: 10 }],
    })
    expect(await bookingOf(sold.id)).toMatchObject({ balance: '0.00', credited: '560.00' })
  })

  it('an approved one from a day that somebody chooses, not before the memo', async () => {
    const sold = await m.sold(10, '112.00', no(), { date: '2026-02-02' })
    const manager = fixture.role['General Manager']
    const allowed = await m.write({
      ...{ kind: 'credit', reason: 'price_allowance', booking_id: sold.id },
      ...{ on_date: '2026-02-10', amount: '11.20' },
    })
    const fee = await m.write({
      ...{ kind: 'debit', reason: 'other', note: 'Freight', customer_id: sold.customer },
      ...{ on_date: '2026-02-11', amount: '5.00' },
    })
    for (const [day, refusal] of [
      ['2026-02-09', { code: '22023', detail: 'date' }],
      ['2999-01-01', { hint: 'not_in_future', detail: 'date' }],
    ] as const)
      await expect(m.cancel(allowed, manager, day)).rejects.toMatchObject(refusal)
    await m.cancel(allowed, manager, '2026-02-20')
    await m.cancel(fee, manager, '2026-02-21')
    expect((await m.sales(sold.id)).map(({ on_date, amount }) => [on_date, amount])).toEqual([
      ['2026-02-10', '-11.20'],
      ['2026-02-20', '11.20'],
    ])
    const days = async (id: string) =>
      (await m.receivables(id)).map(({ on_date, amount }) => [on_date, amount])
    expect(await days(allowed.id)).toEqual([
      ['2026-02-10', '-11.20'],
      ['2026-02-20', '11.20'],
    ])
    expect(await days(fee.id)).toEqual([
      ['2026-02-11', '5.00'],
      ['2026-02-21', '-5.00'],
    ])
    expect(
      await fixture.db.sql('select cancelled_on::text from public.memos where id = $1::uuid', [
        allowed.id,
      ]),
    ).toEqual([{ cancelled_on: '2026-02-20' }])
  })

  it('not while the goods are sold again', async () => {
    const sold = await m.sold(10, '10.00', no())
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: sold.id },
      lines: [{ line_id: sold.line, quantity: 2 }],
    })
    const other = await shop.book(sold.customer, [[sold.product, 11, '10.00']])
    await shop.validate(other.id, other.version)
    await expect(m.cancel(memo)).rejects.toMatchObject({ hint: 'insufficient_stock' })
  })

  it('an allowance over several lines is taken back line by line', async () => {
    const sold = await m.sold(10, '112.00', no())
    const memo = await m.write({
      ...{ kind: 'credit', reason: 'price_allowance', customer_id: sold.customer, amount: '11.20' },
    })
    await m.cancel(memo)
    expect((await m.sales(sold.id)).map(({ amount, vat_amount }) => [amount, vat_amount])).toEqual([
      ['-11.20', '-1.20'],
      ['11.20', '1.20'],
    ])
    expect(await m.memo(memo.id)).toMatchObject({ status: 'cancelled' })
  })
})

describe('nonsense is refused at its field', () => {
  it.each<[string, object, object]>([
    ['no kind', { kind: null }, { detail: 'kind' }],
    ['a reason of the other kind', { reason: 'bounced_cheque' }, { detail: 'reason' }],
    ['no amount', { amount: null }, { detail: 'amount' }],
    ['nothing', { amount: '0' }, { detail: 'amount' }],
    ['less than nothing', { amount: '-1' }, { detail: 'amount' }],
    ['three decimals', { amount: '1.001' }, { detail: 'amount' }],
    ['a day to come', { on_date: '2999-01-01' }, { hint: 'not_in_future', detail: 'on_date' }],
    ['another reason without a note', { reason: 'other' }, { detail: 'note' }],
    ['lines of no booking', { reason: 'price_allowance', lines: [{}] }, { detail: 'booking_id' }],
    ['lines to write off', { lines: [{}] }, { detail: 'lines' }],
    ['a return without lines', { reason: 'return' }, { detail: 'lines' }],
    ['a customer of nobody', { customer_id: randomUUID() }, { detail: 'customer_id' }],
    ['a booking of nobody', { booking_id: randomUUID() }, { code: 'P0002' }],
  ])('%s', async (_, wrong, refusal) => {
    const sold = await m.sold(1, '10.00', no())
    const memo = { kind: 'credit', reason: 'write_off', customer_id: sold.customer, amount: '1.00' }
    await expect(m.write({ ...memo, ...wrong })).rejects.toMatchObject(refusal)
  })

  it('the same command sent twice makes one memo', async () => {
    const sold = await m.sold(1, '10.00', no())
    const memo = { kind: 'credit', reason: 'write_off', customer_id: sold.customer, amount: '1.00' }
    const key = randomUUID()
    const [one, two] = [await m.write(memo, undefined, key), await m.write(memo, undefined, key)]
    expect(two).toEqual(one)
    expect(await bookingOf(sold.id)).toMatchObject({ credited: '1.00' })
  })

  it('a booking with a credit memo is not cancelled', async () => {
    const booking = await floor.booked(6)
    await m.write({
      ...{ kind: 'credit', reason: 'return', booking_id: booking.id },
      lines: [{ line_id: booking.line, quantity: 6 }],
    })
    await expect(
      shop.rpc('cancel_booking', {
        ...{ p_booking: booking.id, p_reason: 'Closed' },
        p_version: await floor.version(booking.id),
      }),
    ).rejects.toMatchObject({ hint: 'wrong_state' })
  })
})

describe('the list', () => {
  it('shows each memo, and sums the approved ones', async () => {
    const sold = await m.sold(1000, '11.20', no())
    const mine = { kind: 'credit', customer_id: sold.customer }
    const one = await m.write({ ...mine, reason: 'price_allowance', amount: '112.00' })
    await m.write({ ...mine, reason: 'write_off', amount: '6000.00' })
    await m.write({ ...mine, kind: 'debit', reason: 'bounced_cheque', amount: '350.00' })
    const list = (filters: object) =>
      fixture.db.as<Record<string, string>>(
        fixture.role.ASE,
        `select memo_no, amount::text, vat_amount::text, memos::text, credits::text, credit_vat::text, debits::text
         from public.memo_list($1::uuid, $2::text::jsonb)`,
        [fixture.a, JSON.stringify({ customer_id: sold.customer, ...filters })],
      )
    const sums = { memos: '3', credits: '112.00', credit_vat: '12.00', debits: '350.00' }
    expect(await list({})).toHaveLength(3)
    expect((await list({}))[0]).toMatchObject(sums)
    expect(await list({ search: one.memo_no.toLowerCase() })).toEqual([
      {
        ...{ memo_no: one.memo_no, amount: '112.00', vat_amount: '12.00' },
        ...{ memos: '1', credits: '112.00', credit_vat: '12.00', debits: '0.00' },
      },
    ])
    expect(await list({ kind: 'debit' })).toHaveLength(1)
    expect(await list({ status: 'pending' })).toHaveLength(1)
    expect(await list({ booking_id: sold.id })).toHaveLength(1)
    expect(await list({ to: '2020-01-01' })).toEqual([])
  })
})
