import { describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { atOnce, overlap } from '../../support/overlap.ts'
import { rounds } from '../../support/rounds.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

describe('a receipt is recorded while its booking is changed', () => {
  /** A validated booking of 100.00, and the two commands on it. */
  async function pair(allocate: 'chosen' | 'oldest') {
    const product = await t.product('10.00', 10)
    const customer = await t.customer()
    const { id, version } = await t.book(customer, [[product, 10, '10.00']])
    await t.validate(id, version)
    const [{ at } = { at: 0 }] = await fixture.db.sql<{ at: number }>(
      'select version as at from public.bookings where id = $1::uuid',
      [id],
    )
    return {
      id,
      record: () =>
        t.rpc('record_collection', {
          p_collection: {
            ...{ customer_id: customer, amount: '100.00', cr_no: `R ${id}` },
            ...(allocate === 'oldest'
              ? { allocate }
              : { allocations: [{ booking_id: id, amount: '100.00' }] }),
          },
        }),
      cancel: () => t.rpc('cancel_booking', { p_booking: id, p_version: at, p_reason: 'Closed' }),
    }
  }
  const meant = (booking: string) =>
    fixture.db.sql('select 1 from public.collection_allocations where booking_id = $1::uuid', [
      booking,
    ])

  it.each(['record', 'cancel'] as const)('%s comes first: the other is refused', async (first) => {
    const { id, record, cancel } = await pair('chosen')
    const answers = await overlap(fixture.db, { record, cancel }, first)
    expect(answers).toEqual({ record: 'wrong_state', cancel: 'wrong_state', [first]: 'done' })
    expect(await meant(id)).toHaveLength(first === 'record' ? 1 : 0)
  })

  it.each(['record', 'cancel'] as const)(
    'for the oldest debts, %s comes first: no receipt is for a cancelled booking',
    async (first) => {
      const { id, record, cancel } = await pair('oldest')
      const answers = await overlap(fixture.db, { record, cancel }, first)
      expect(answers).toEqual({
        record: 'done',
        cancel: first === 'record' ? 'wrong_state' : 'done',
      })
      expect(await meant(id)).toHaveLength(first === 'record' ? 1 : 0)
    },
  )

  it('at once, round after round: never both', async () => {
    for (let round = 0; round < rounds(10, 200); round++) {
      const { id, record, cancel } = await pair('chosen')
      const answers = await atOnce(round % 2 ? { record, cancel } : { cancel, record })
      expect(Object.values(answers).sort()).toEqual(['done', 'wrong_state'])
      expect(await meant(id)).toHaveLength(answers.record === 'done' ? 1 : 0)
    }
  })
})
