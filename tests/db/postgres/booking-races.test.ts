import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { rounds } from '../../support/rounds.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)

interface Versioned {
  id: string
  version: number
}

const hintOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' ? String(result.reason.hint) : 'done'
/** Counts the results by answer. */
const answers = (results: PromiseSettledResult<unknown>[]) => {
  const count: Record<string, number> = {}
  for (const result of results) count[hintOf(result)] = (count[hintOf(result)] ?? 0) + 1
  return count
}
const cancel = ({ id, version }: Versioned) =>
  shop.rpc('cancel_booking', { p_booking: id, p_version: version, p_reason: 'Next round' })

/** Each race uses as many connections as the pool has. */
describe('bookings at the same moment', () => {
  it('fifty want the last piece, round after round: one has it each time', async () => {
    const product = await shop.product('10.00', 1)
    const customer = await shop.customer()
    const waiting: Versioned[] = []
    for (let n = 0; n < 50; n++) waiting.push(await shop.book(customer, [[product, 1, '10.00']]))
    for (let round = 0; round < rounds(8, 200); round++) {
      const results = await Promise.allSettled(
        waiting.map(({ id, version }) => shop.validate(id, version)),
      )
      expect(answers(results)).toEqual({ done: 1, insufficient_stock: 49 })
      const winner = results.findIndex(({ status }) => status === 'fulfilled')
      await cancel({ id: waiting[winner]!.id, version: waiting[winner]!.version + 1 })
      waiting[winner] = await shop.book(customer, [[product, 1, '10.00']])
    }
    expect(await shop.stock(product)).toMatchObject({ reserved: 0, on_hand: 1 })
  }, 180_000)

  it('forty bookings of many sizes never pass the credit line, and fill it as far as they can', async () => {
    const product = await shop.product('1.00', 5000)
    for (let round = 0; round < rounds(1, 5); round++) {
      const customer = await shop.customer('100.00')
      const bookings: Versioned[] = []
      for (let n = 1; n <= 40; n++)
        bookings.push(await shop.book(customer, [[product, 1 + ((n * 7) % 23), '1.00']]))
      const results = await Promise.allSettled(
        bookings.map(({ id, version }) => shop.validate(id, version)),
      )
      expect(Object.keys(answers(results)).sort()).toEqual(['credit_exceeded', 'done'])
      const { exposure, credit_left } = await shop.position(customer)
      expect(Number(exposure)).toBeLessThanOrEqual(100)
      expect(Number(exposure) + Number(credit_left)).toBe(100)
      // The smallest of all was asked for: nothing was refused that would still have fitted.
      const smallest = Math.min(
        ...results.flatMap((result, n) =>
          result.status === 'rejected' ? [1 + (((n + 1) * 7) % 23)] : [],
        ),
      )
      expect(Number(credit_left)).toBeLessThan(smallest)
    }
  })

  it('ten clients draw numbers at once, a quarter of them failing: no gap, no double', async () => {
    const product = await shop.product('10.00')
    const customer = await shop.customer()
    const counted = async () =>
      Number(
        (
          await fixture.db.sql<{ n: number }>(
            'select booking_count as n from public.projects where id = $1::uuid',
            [fixture.a],
          )
        )[0]!.n,
      )
    const first = (await counted()) + 1
    const each = rounds(40, 300)
    const made: number[] = []
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        for (let n = 0; n < each; n++) {
          const broken = n % 4 === 0
          const booked = shop.book(customer, [[broken ? randomUUID() : product, 1, '10.00']])
          if (broken) await expect(booked).rejects.toMatchObject({ code: '22023' })
          else made.push(Number((await booked).so_no.slice(3)))
        }
      }),
    )
    const length = 10 * 0.75 * each
    expect(made.sort((a, b) => a - b)).toEqual(Array.from({ length }, (_, n) => first + n))
    expect(await counted()).toBe(first + length - 1)
  })

  it('a command sent twenty times with one idempotency key has one effect; with other content it is refused', async () => {
    const product = await shop.product('10.00', 20)
    const customer = await shop.customer()
    const booking = await shop.book(customer, [[product, 1, '10.00']])
    const idempotencyKey = randomUUID()
    const args = { p_booking: booking.id, p_version: booking.version }
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        shop.rpc('validate_booking', args, undefined, idempotencyKey),
      ),
    )
    expect(new Set(results.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await shop.stock(product)).toMatchObject({ reserved: 1 })
    await expect(
      shop.rpc('validate_booking', { ...args, p_version: 7 }, undefined, idempotencyKey),
    ).rejects.toMatchObject({ hint: 'idempotency_key_reused' })
  })

  it('refuse one of two users who edit, validate or cancel one booking', async () => {
    const product = await shop.product('10.00', 200)
    const customer = await shop.customer()
    for (let round = 0; round < rounds(5, 20); round++) {
      const { id, version } = await shop.book(customer, [[product, 2, '10.00']])
      const edit = (quantity: number) =>
        shop.rpc('update_booking', {
          p_booking: id,
          p_version: version,
          p_details: { lines: [{ product_id: product, quantity, agent_srp: '10.00' }] },
        })
      const results = await Promise.allSettled([
        edit(3),
        edit(4),
        shop.validate(id, version),
        cancel({ id, version }),
      ])
      expect(answers(results)).toEqual({ done: 1, stale_version: 3 })
    }
  })

  it('deliveries of the same goods in any order end without a deadlock', async () => {
    const [one, two] = [await shop.product('1.00', 60), await shop.product('1.00', 60)]
    const customer = await shop.customer()
    const ready: Versioned[] = []
    for (let n = 0; n < 20; n++) {
      const lines: [string, number, string][] = [
        [one, 3, '1.00'],
        [two, 3, '1.00'],
      ]
      const { id, version } = await shop.book(customer, n % 2 ? lines : lines.toReversed())
      ready.push({ id, version: (await shop.validate(id, version)).version })
    }
    const results = await Promise.allSettled(
      ready.map((booking, n) =>
        n % 4 === 0 ? cancel(booking) : shop.deliver(booking.id, booking.version),
      ),
    )
    expect(answers(results)).toEqual({ done: 20 })
    for (const product of [one, two])
      expect(await shop.stock(product)).toMatchObject({ on_hand: 60 - 45, reserved: 0 })
  })
})
