import { describe, expect, it } from 'vitest'
import { fromCents } from '../../../app/platform/values/money.ts'
import { treasury } from '../../support/cheques.ts'
import { testFixture } from '../../support/fixture.ts'
import { position } from '../../support/position.ts'
import { fieldReceipts } from '../../support/remittance.ts'
import { rounds } from '../../support/rounds.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const field = fieldReceipts(fixture, t)
const { approved, receive } = position(fixture, t)

/** Sends commands at the same moment, and tells which were done and with which hints the others were refused. */
async function atOnce(...commands: Promise<unknown>[]) {
  const results = await Promise.allSettled(commands)
  return {
    done: results.filter(({ status }) => status === 'fulfilled').length,
    hints: results.flatMap((one) => (one.status === 'rejected' ? [one.reason.hint] : [])),
  }
}

const ROUNDS = rounds(20, 200)

describe('two people at the same cash at the same moment', () => {
  it('either deposit it or cancel its receipt', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    for (let round = 0; round < ROUNDS; round++) {
      const receipt = await receive(customer, '777.00')
      const { done, hints } = await atOnce(
        tr.deposit(bank, [], null, undefined, '777.00'),
        t.cancelCollection(receipt.id, receipt.version + 1),
      )
      expect({ done, hints, left: await approved() }).toEqual({
        done: 1,
        hints: ['cash_exceeded'],
        left: 0n,
      })
    }
  })

  it('either receive it from the collector or cancel its receipt', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    for (let round = 0; round < ROUNDS; round++) {
      const taken = await field.cash(customer, '50.00')
      await t.approve(taken.id)
      const { done, hints } = await atOnce(
        field.remit([taken], { '50': 1 }),
        t.cancelCollection(taken.id, taken.version + 1),
      )
      expect(done).toBe(1)
      // The receipt is cancelled, or it is on the remittance and has another version.
      expect(['wrong_state', 'stale_version', 'remitted']).toContain(hints[0])
    }
    const left = await approved()
    if (left > 0n) await tr.deposit(bank, [], null, undefined, fromCents(left))
  })

  it('either cancel the remittance or deposit what came with it', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    for (let round = 0; round < ROUNDS; round++) {
      const taken = await field.cash(customer, '50.00')
      await t.approve(taken.id)
      const remittance = await field.remit([taken], { '50': 1 })
      const { done, hints } = await atOnce(
        tr.deposit(bank, [], null, undefined, '50.00'),
        field.giveBack(remittance),
      )
      expect({ done, hints, left: await approved() }).toEqual({
        done: 1,
        hints: ['cash_exceeded'],
        left: 0n,
      })
    }
  })

  it('either clear a cheque or return it first, and never both from one version', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    const today = await tr.day()
    for (let round = 0; round < ROUNDS; round++) {
      const cheque = await tr.cheque(customer, '40.00', [], today)
      await tr.deposit(bank, [cheque])
      const deposited = { id: cheque.id, version: cheque.version + 1 }
      const { done, hints } = await atOnce(tr.clear(deposited), tr.bounce(deposited))
      expect({ done, hints }).toEqual({ done: 1, hints: ['stale_version'] })
    }
  })
})
