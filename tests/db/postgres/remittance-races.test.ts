import { describe, expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { fieldReceipts } from '../../support/remittance.ts'
import { rounds } from '../../support/rounds.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const f = fieldReceipts(fixture, t)

/** Counts the results: done, or the hint of the refusal. */
const answers = (results: PromiseSettledResult<unknown>[]) => {
  const seen: Record<string, number> = {}
  for (const result of results) {
    const what = result.status === 'fulfilled' ? 'done' : (result.reason.hint as string)
    seen[what] = (seen[what] ?? 0) + 1
  }
  return seen
}

describe('at the same moment', () => {
  it('a receipt is received once, and on a remittance or cancelled, never both', async () => {
    const customer = await t.customer()
    for (let turn = 0; turn < rounds(4, 15); turn++) {
      const [one, two] = [await f.cash(customer, '20.00'), await f.cash(customer, '20.00')]
      const results = await Promise.allSettled([
        f.remit([one, two], { '20': 2 }),
        f.remit([two, one], { '20': 2 }),
        f.remit([two], { '20': 1 }),
      ])
      // Either both go on the first, or the second alone and then nothing else has both.
      expect(answers(results)).toEqual({ done: 1, wrong_state: 2 })

      const third = await f.cash(customer, '20.00')
      const raced = await Promise.allSettled([
        f.remit([third], { '20': 1 }),
        t.cancelCollection(third.id, third.version),
      ])
      expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const { approval_status, remittance_id } = await f.receipt(third.id)
      expect(approval_status === 'cancelled').toBe(remittance_id === null)
    }
  })

  it('one of two users who use the same number is refused; two who cancel it do so once', async () => {
    const customer = await t.customer()
    for (let turn = 0; turn < rounds(3, 10); turn++) {
      const drr_no = `DRR-RACE-${turn}`
      const receipts = [await f.cash(customer, '20.00'), await f.cash(customer, '20.00')]
      const results = await Promise.allSettled(
        receipts.map((receipt) => f.remit([receipt], { '20': 1 }, { drr_no })),
      )
      expect(answers(results)).toEqual({ done: 1, duplicate: 1 })
      const [made] = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
      const cancelled = await Promise.allSettled([f.giveBack(made!), f.giveBack(made!)])
      expect(answers(cancelled)).toEqual({ done: 1, stale_version: 1 })
    }
  })
})
