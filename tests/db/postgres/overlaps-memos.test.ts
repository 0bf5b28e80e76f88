import { describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { memos } from '../../support/memos.ts'
import { overlap } from '../../support/overlap.ts'
import { trade } from '../../support/trade.ts'
import { warehouse } from '../../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const floor = warehouse(fixture, shop)
const m = memos(fixture, shop)
let serial = 0
const no = () => `RACE-${++serial}`
const balanceOf = async (booking: string) => (await shop.booking(booking)).balance
const writeOff = (customer_id: string, amount: string) =>
  m.write({ kind: 'credit', reason: 'write_off', customer_id, amount })

describe('two memos on one balance', () => {
  it.each(['one', 'other'])('%s first: together no more than is open', async (first) => {
    const sold = await m.sold(10, '10.00', no())
    const commands = {
      one: () => writeOff(sold.customer, '60.00'),
      other: () => writeOff(sold.customer, '60.00'),
    }
    const answers = await overlap(fixture.db, commands, first)
    expect(Object.values(answers).sort()).toEqual(['done', 'over_credited'])
    expect(await balanceOf(sold.id)).toBe('40.00')
  })

  it('approved at once by two people: once', async () => {
    const sold = await m.sold(1000, '10.00', no())
    const memo = await writeOff(sold.customer, '6000.00')
    const commands = {
      finance: () => m.approve(memo),
      owner: () => m.approve(memo, fixture.role.Owner),
    }
    expect(await overlap(fixture.db, commands, 'finance')).toEqual({
      finance: 'done',
      owner: 'stale_version',
    })
    expect(await balanceOf(sold.id)).toBe('4000.00')
  })
})

describe('a memo and something else', () => {
  it('a receipt that is approved first leaves less to write off', async () => {
    const sold = await m.sold(10, '10.00', no())
    const receipt = await shop.collect(sold.customer, '70.00', [[sold.id, '70.00']])
    const commands = {
      approve: () => shop.approve(receipt.id),
      memo: () => writeOff(sold.customer, '60.00'),
    }
    expect(await overlap(fixture.db, commands, 'approve')).toEqual({
      approve: 'done',
      memo: 'over_credited',
    })
    expect(await balanceOf(sold.id)).toBe('30.00')
  })

  it('a receipt that comes after the memo leaves unapplied credit', async () => {
    const sold = await m.sold(10, '10.00', no())
    const receipt = await shop.collect(sold.customer, '70.00', [[sold.id, '70.00']])
    const commands = {
      approve: () => shop.approve(receipt.id),
      memo: () => writeOff(sold.customer, '60.00'),
    }
    expect(await overlap(fixture.db, commands, 'memo')).toEqual({ approve: 'done', memo: 'done' })
    expect(await balanceOf(sold.id)).toBe('0.00')
    expect(await shop.position(sold.customer)).toMatchObject({ unapplied: '30.00' })
  })

  it.each(['memo', 'cancel'])(
    'a booking is not cancelled and credited, %s first',
    async (first) => {
      const booking = await floor.booked(0)
      await shop.invoice(booking.id, await floor.version(booking.id), no())
      const p_version = await floor.version(booking.id)
      const commands = {
        memo: () => writeOff(booking.customer, '10.00'),
        cancel: () =>
          shop.rpc('cancel_booking', {
            ...{ p_booking: booking.id, p_version, p_reason: 'Closed' },
          }),
      }
      expect(await overlap(fixture.db, commands, first)).toEqual({
        memo: 'over_credited',
        cancel: 'done',
      })
    },
  )

  it.each(['memo', 'take_back'])(
    'goods come back once: by a memo or by the warehouse, %s first',
    async (first) => {
      const booking = await floor.booked(6)
      const request = await floor.ask(booking.id, 'take_back', [[booking.line, 4]])
      const commands = {
        memo: () =>
          m.write({
            ...{ kind: 'credit', reason: 'return', booking_id: booking.id },
            lines: [{ line_id: booking.line, quantity: 4 }],
          }),
        take_back: () => floor.decide(request, 'approved'),
      }
      const other = first === 'memo' ? 'take_back' : 'memo'
      expect(await overlap(fixture.db, commands, first)).toEqual({
        [first]: 'done',
        [other]: 'wrong_state',
      })
      expect((await shop.stock(booking.product)).on_hand).toBe(18)
    },
  )

  it('a debit memo is not paid and cancelled', async () => {
    const customer = await shop.customer()
    const memo = await m.write({
      ...{ kind: 'debit', reason: 'bounced_cheque', customer_id: customer, amount: '50.00' },
    })
    const [booking] = await fixture.db.sql<{ id: string }>(
      'select id from public.bookings where customer_id = $1::uuid',
      [customer],
    )
    const commands = {
      pay: () => shop.collect(customer, '50.00', [[booking!.id, '50.00']]),
      cancel: () => m.cancel(memo),
    }
    expect(await overlap(fixture.db, commands, 'pay')).toEqual({
      pay: 'done',
      cancel: 'wrong_state',
    })
  })
})

/** Goods of 60.00 that come back without their booking. */
const bring = (customer_id: string, product_id: string) =>
  shop.rpc('create_purchase', {
    p_purchase: {
      ...{ po_no: no(), supplier: 'Store', kind: 'return_in', customer_id },
      lines: [{ product_id, quantity: 6, cost: '5.00', prod_srp: '10.00' }],
    },
  })

describe('goods that come back without their booking', () => {
  it.each([
    ['one', 12, { one: 'done', other: 'done' }, '0.00', 24],
    ['other', 10, { one: 'over_credited', other: 'done' }, '40.00', 16],
  ] as const)(
    'twice at once are credited up to what was sold, %s first of %d pieces',
    async (first, pieces, answers, balance, onHand) => {
      const sold = await m.sold(pieces, '10.00', no())
      const commands = {
        one: () => bring(sold.customer, sold.product),
        other: () => bring(sold.customer, sold.product),
      }
      expect(await overlap(fixture.db, commands, first)).toEqual(answers)
      expect(await balanceOf(sold.id)).toBe(balance)
      expect((await shop.stock(sold.product)).on_hand).toBe(onHand)
    },
  )

  it.each(['goods', 'receipt'])('and a receipt pay the rest together, %s first', async (first) => {
    const sold = await m.sold(10, '10.00', no())
    const receipt = await shop.collect(sold.customer, '70.00', [[sold.id, '70.00']])
    const commands = {
      goods: () => bring(sold.customer, sold.product),
      receipt: () => shop.approve(receipt.id),
    }
    expect(await overlap(fixture.db, commands, first)).toEqual({ goods: 'done', receipt: 'done' })
    expect(await balanceOf(sold.id)).toBe('0.00')
    expect(await shop.position(sold.customer)).toMatchObject({ unapplied: '30.00' })
  })
})
