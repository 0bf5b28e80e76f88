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

const payBack = ({ id, version }: { id: string; version: number }, paid_from: string) =>
  t.rpc(
    'pay_back_collection',
    {
      p_collection: id,
      p_version: version,
      p_payment: { paid_from, paid_back_no: 'V 1', reason: 'Paid twice' },
    },
    field.finance(),
  )

const ROUNDS = rounds(10, 200)

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

  it('either pay its receipt back from the office or deposit it', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    for (let round = 0; round < ROUNDS; round++) {
      const receipt = await receive(customer, '333.00')
      const { done, hints } = await atOnce(
        tr.deposit(bank, [], null, undefined, '333.00'),
        payBack({ id: receipt.id, version: receipt.version + 1 }, 'office'),
      )
      expect({ done, hints, left: await approved() }).toEqual({
        done: 1,
        hints: ['cash_exceeded'],
        left: 0n,
      })
    }
  })

  it('either pay a receipt back or cancel it, and pay it back once', async () => {
    const customer = await t.customer()
    for (let round = 0; round < ROUNDS; round++) {
      const bank = await tr.bank()
      const receipt = await receive(customer, '20.00', {
        collection_type: 'bank_transfer',
        bank_id: bank,
      })
      const approvedReceipt = { id: receipt.id, version: receipt.version + 1 }
      const { done, hints } = await atOnce(
        payBack(approvedReceipt, bank),
        t.cancelCollection(approvedReceipt.id, approvedReceipt.version),
        payBack(approvedReceipt, bank),
      )
      expect({ done, hints }).toEqual({ done: 1, hints: ['stale_version', 'stale_version'] })
    }
  })

  it('pay two receipts back out of an account that has one of them', async () => {
    const customer = await t.customer()
    for (let round = 0; round < ROUNDS; round++) {
      const [one, other] = [await tr.bank(), await tr.bank()]
      const receipts = []
      for (const bank_id of [one, other])
        receipts.push(
          await receive(customer, '20.00', { collection_type: 'bank_transfer', bank_id }),
        )
      const { done, hints } = await atOnce(
        ...receipts.map(({ id, version }) => payBack({ id, version: version + 1 }, one)),
      )
      expect({ done, hints }).toEqual({ done: 1, hints: ['cash_exceeded'] })
    }
  })

  it('deposit on two days of the past what was there once', async () => {
    const customer = await t.customer()
    const bank = await tr.bank()
    const [before, day, after] = [await tr.day(-6), await tr.day(-4), await tr.day(-2)]
    for (let round = 0; round < ROUNDS; round++) {
      await receive(customer, '100.00', { date_collected: before })
      await receive(customer, '100.00')
      const { done, hints } = await atOnce(
        tr.deposit(bank, [], day, undefined, '100.00'),
        tr.deposit(bank, [], after, undefined, '100.00'),
      )
      expect({ done, hints }).toEqual({ done: 1, hints: ['cash_exceeded'] })
      await tr.deposit(bank, [], null, undefined, '100.00')
    }
  })
})
