import { randomUUID } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const many = <T>(count: number, run: (i: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, i) => run(i)))
const fulfilled = <T>(results: PromiseSettledResult<T>[]) =>
  results
    .filter((result): result is PromiseFulfilledResult<T> => result.status === 'fulfilled')
    .map((result) => result.value)
const hints = (results: PromiseSettledResult<unknown>[]) => [
  ...new Set(
    results.flatMap((result) => (result.status === 'rejected' ? [result.reason.hint] : [])),
  ),
]

// PGlite has one connection: there the same commands run one after the other.
describe(`at the same moment (${inject('postgres') ? 'parallel' : 'one connection'})`, () => {
  it('the last unit goes to one of 50 bookings', async () => {
    const product = await t.product('10.00', 1)
    const customer = await t.customer()
    const bookings: { id: string; version: number }[] = []
    for (let i = 0; i < 50; i++) bookings.push(await t.book(customer, [[product, 1, '10.00']]))
    const results = await many(50, (i) => t.validate(bookings[i]!.id, bookings[i]!.version))
    expect(fulfilled(results)).toHaveLength(1)
    expect(hints(results)).toEqual(['insufficient_stock'])
    expect(await t.stock(product)).toMatchObject({ reserved: 1, available: 0 })
  })

  it('the last of a credit line goes to one of 20 bookings', async () => {
    const product = await t.product('10.00', 100)
    const customer = await t.customer('15.00')
    const bookings: { id: string; version: number }[] = []
    for (let i = 0; i < 20; i++) bookings.push(await t.book(customer, [[product, 1, '10.00']]))
    const results = await many(20, (i) => t.validate(bookings[i]!.id, bookings[i]!.version))
    expect(fulfilled(results)).toHaveLength(1)
    expect(hints(results)).toEqual(['credit_exceeded'])
  })

  it('the same command 20 times has one effect and equal answers', async () => {
    const product = await t.product('10.00', 10)
    const booking = {
      customer_id: await t.customer(),
      lines: [{ product_id: product, quantity: 1, agent_srp: '10.00' }],
    }
    const idempotencyKey = randomUUID()
    const results = await many(20, () =>
      t.rpc('create_booking', { p_booking: booking }, undefined, idempotencyKey),
    )
    const answers = fulfilled(results)
    expect(answers).toHaveLength(20)
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(
      await fixture.db.sql('select 1 from public.bookings where customer_id = $1::uuid', [
        booking.customer_id,
      ]),
    ).toHaveLength(1)
  })

  it('numbers have no gap and no duplicate while a quarter of the commands fail', async () => {
    const product = await t.product('10.00', 10)
    const customer = await t.customer()
    const before = await fixture.db.sql<{ booking_count: number }>(
      'select booking_count from public.projects where id = $1::uuid',
      [fixture.a],
    )
    const results = await many(120, (i) =>
      t.book(customer, [[i % 4 === 0 ? randomUUID() : product, 1, '10.00']]),
    )
    const made = fulfilled(results)
      .map((booking) => Number(booking.so_no.slice(3)))
      .sort((a, b) => a - b)
    const first = Number(before[0]!.booking_count) + 1
    expect(made).toEqual(Array.from({ length: 90 }, (_, i) => first + i))
  })

  it('buys and sells of the same products end in the right stock', async () => {
    const one = await t.product('10.00', 500)
    const two = await t.product('10.00', 500)
    const customer = await t.customer()
    const results = await many(20, async (i) => {
      const lines: [string, number, string][] = [
        [one, 3, '10.00'],
        [two, 2, '10.00'],
      ]
      const booking = await t.book(customer, i % 2 ? lines : lines.reverse())
      const { version } = await t.validate(booking.id, booking.version)
      await t.buy(i % 2 ? one : two, 10)
      await t.deliver(booking.id, version)
    })
    expect(hints(results)).toEqual([])
    expect(await t.stock(one)).toMatchObject({ on_hand: 500 + 100 - 60, reserved: 0 })
    expect(await t.stock(two)).toMatchObject({ on_hand: 500 + 100 - 40, reserved: 0 })
  })

  it('two receipts for the same debt never pay it twice', async () => {
    const product = await t.product('10.00', 10)
    const customer = await t.customer()
    const { id, version } = await t.book(customer, [[product, 10, '10.00']])
    await t.validate(id, version)
    const receipts = await Promise.all(
      Array.from({ length: 8 }, () => t.collect(customer, '100.00', [[id, '100.00']])),
    )
    const results = await many(8, (i) => t.approve(receipts[i]!.id))
    expect(fulfilled(results)).toHaveLength(8)
    expect(await t.booking(id)).toMatchObject({ balance: '0.00', collected: '100.00' })
    expect(await t.position(customer)).toMatchObject({ unapplied: '700.00' })
  })
})
