import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const floor = warehouse(fixture, shop)
const { ask, decide, standing, version } = floor

const many = <T>(count: number, command: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => command(n)))
const hints = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason.hint] : []))

describe('a booking that went on meanwhile', () => {
  it('more is delivered than the reduction leaves: refused, and nothing moved', async () => {
    const booking = await floor.booked(6)
    const request = await ask(booking.id, 'reduce', [[booking.line, 4]])
    await shop.deliver(booking.id, await version(booking.id), {
      lines: [{ line_id: booking.line, quantity: 1 }],
      remainder: 'keep',
    })
    const before = await standing(booking)
    await expect(decide(request, 'approved')).rejects.toMatchObject({ hint: 'wrong_state' })
    expect(await standing(booking)).toEqual(before)
    await decide(request, 'rejected')
  })

  it('cancelled: a request can only be rejected, a hold still be finished', async () => {
    const booking = await floor.booked()
    const reduce = await ask(booking.id, 'reduce', [[booking.line, 1]])
    const hold = await decide(await ask(booking.id, 'hold'), 'approved')
    await shop.rpc('cancel_booking', {
      p_booking: booking.id,
      p_version: await version(booking.id),
      p_reason: 'Closed shop',
    })
    await expect(decide(reduce, 'approved')).rejects.toMatchObject({ hint: 'wrong_state' })
    await decide(reduce, 'rejected')
    await decide(hold, 'done')
    for (const kind of ['hold', 'reduce', 'take_back'] as const)
      await expect(ask(booking.id, kind, [])).rejects.toMatchObject({ hint: 'wrong_state' })
  })

  it('held twice: free only when the last hold is done', async () => {
    const booking = await floor.booked()
    const [one, two] = [await ask(booking.id, 'hold'), await ask(booking.id, 'hold')]
    const [first, second] = [await decide(one, 'approved'), await decide(two, 'approved')]
    await expect(ask(booking.id, 'hold')).rejects.toMatchObject({ detail: 'kind' })
    await decide(first, 'done')
    const deliver = async () => shop.deliver(booking.id, await version(booking.id))
    await expect(deliver()).rejects.toMatchObject({ hint: 'on_hold' })
    await expect(
      shop.rpc(
        'archive_bookings',
        { p_so_nos: { so_nos: [booking.so_no] }, p_status: 'archived' },
        fixture.role.Owner,
      ),
    ).rejects.toMatchObject({ hint: 'on_hold' })
    await decide(second, 'done')
    await deliver()
    expect(await standing(booking)).toMatchObject({ on_hand: 10, reserved: 0, held: false })
  })

  it('pending, or archived: nothing can be asked', async () => {
    const product = await shop.product('10.00', 5)
    const pending = await shop.book(await shop.customer(), [[product, 1, '10.00']])
    await expect(ask(pending.id, 'hold')).rejects.toMatchObject({ hint: 'wrong_state' })
    const archived = await floor.booked(10)
    await shop.rpc(
      'archive_bookings',
      { p_so_nos: { so_nos: [archived.so_no] }, p_status: 'archived' },
      fixture.role.Owner,
    )
    await expect(ask(archived.id, 'take_back', [[archived.line, 1]])).rejects.toMatchObject({
      hint: 'wrong_state',
    })
  })
})

describe('at the same moment', () => {
  it('two deciders: one decides, the other is told', async () => {
    for (const [left, right] of [
      ['approved', 'approved'],
      ['approved', 'rejected'],
    ] as const) {
      const booking = await floor.booked(10)
      const request = await ask(booking.id, 'take_back', [[booking.line, 4]])
      const results = await Promise.allSettled([decide(request, left), decide(request, right)])
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(hints(results)).toEqual(['stale_version'])
      expect([10, 14]).toContain((await shop.stock(booking.product)).on_hand)
    }
  })

  it('the same decision sent ten times has one effect and equal answers', async () => {
    const booking = await floor.booked(10)
    const request = await ask(booking.id, 'take_back', [[booking.line, 4]])
    const idempotencyKey = randomUUID()
    const results = await many(10, () => decide(request, 'approved', idempotencyKey))
    const answers = results.map((result) =>
      result.status === 'fulfilled' ? JSON.stringify(result.value) : result.reason,
    )
    expect(new Set(answers).size).toBe(1)
    expect(await standing(booking)).toMatchObject({ on_hand: 14, credited: '40.00' })
    await expect(decide(request, 'rejected', idempotencyKey)).rejects.toMatchObject({
      hint: 'idempotency_key_reused',
    })
  })

  it('ten requests for the same pieces: no more come back than were delivered', async () => {
    const booking = await floor.booked(10)
    const requests = (
      await many(10, () => ask(booking.id, 'take_back', [[booking.line, 3]]))
    ).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    expect(new Set(requests.map(({ request_no }) => request_no)).size).toBe(10)
    const results = await many(10, (n) => decide(requests[n]!, 'approved'))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(new Set(hints(results))).toEqual(new Set(['wrong_state']))
    expect(await standing(booking)).toMatchObject({ on_hand: 19, credited: '90.00' })
  })

  it('a delivery and a reduction of the same pieces: one of them, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const booking = await floor.booked()
      const request = await ask(booking.id, 'reduce', [[booking.line, 10]])
      const at = await version(booking.id)
      const [delivery, reduction] = await Promise.allSettled([
        shop.deliver(booking.id, at),
        decide(request, 'approved'),
      ])
      expect([delivery.status, reduction.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect(await shop.stock(booking.product)).toMatchObject({
        on_hand: delivery.status === 'fulfilled' ? 10 : 20,
        reserved: 0,
      })
    }
  })
})
