import { expect, it } from 'vitest'
import { testFixture } from '../../support/fixture.ts'
import { atOnce } from '../../support/overlap.ts'
import { rounds } from '../../support/rounds.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)

/** Commands that lock the same rows do so in one order (docs/locks.md): none ends with 40P01. */
it('customers are transferred with their pending bookings, which are validated meanwhile', async () => {
  const product = await t.product('10.00', 10_000)
  const agents = [await fixture.addAgent('a'), await fixture.addAgent('a')]
  const customers = await Promise.all(Array.from({ length: 4 }, () => t.customer()))
  for (let round = 0; round < rounds(5, 50); round++) {
    const bookings = await Promise.all(
      customers.flatMap((customer) => [
        t.book(customer, [[product, 1, '10.00']]),
        t.book(customer, [[product, 1, '10.00']]),
      ]),
    )
    const answers = await atOnce({
      transfer: () =>
        t.rpc(
          'transfer_customers',
          {
            p_transfer: {
              ...{ customer_ids: customers, move_pending: true, reason: 'Round' },
              target_agent_id: agents[round % 2],
            },
          },
          fixture.role['finance admin'],
        ),
      ...Object.fromEntries(bookings.map(({ id, version }) => [id, () => t.validate(id, version)])),
    })
    expect(answers.transfer).toBe('done')
    for (const answer of Object.values(answers)) expect(['done', 'stale_version']).toContain(answer)
  }
})
