import { expect, it } from 'vitest'
import { treasury } from '../../support/cheques.ts'
import { testFixture } from '../../support/fixture.ts'
import { rounds } from '../../support/rounds.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)

it('ten slips at the same moment never carry more cash than there is, round after round', async () => {
  const customer = await t.customer()
  const bank = await tr.bank()
  for (let round = 0; round < rounds(3, 10); round++) {
    await t.approve((await t.collect(customer, '250.00', [])).id)
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => tr.deposit(bank, [], null, undefined, '100.00')),
    )
    const done = results.filter(({ status }) => status === 'fulfilled').length
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.hint] : []))
    // Cash that is left over makes a further slip in some rounds.
    const [cash] = await fixture.db.sql<{ left: string }>(
      'select amount::text as left from private.cash_balances where holder_id = $1::uuid',
      [fixture.a],
    )
    expect(Number(cash!.left)).toBe((250 * (round + 1)) % 100)
    expect(done).toBeGreaterThanOrEqual(2)
    expect(new Set(refused)).toEqual(new Set(['cash_exceeded']))
  }
})
