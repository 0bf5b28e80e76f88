import { expect, it } from 'vitest'
import { fromCents } from '../../app/platform/values/money.ts'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { position } from '../support/position.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const { approved, cash, receive } = position(fixture, t)

it('cash is not taken back from a receipt or a remittance once it is deposited', async () => {
  const bank = await tr.bank()
  const customer = await t.customer()
  const collector = fieldReceipts(fixture, t)
  const taken = await collector.cash(customer, '20.00')
  await t.approve(taken.id)
  const remittance = await collector.remit([taken], { '20': 1 })
  const receipt = await receive(customer, '777.00')
  const cancelReceipt = () => t.cancelCollection(receipt.id, receipt.version + 1)
  const cancelRemittance = () =>
    t.rpc('cancel_remittance', {
      p_remittance: remittance.id,
      p_version: remittance.version,
      p_reason: 'Counted wrong',
    })
  const slip = await tr.deposit(bank, [], null, 'ALL', fromCents(await approved()))

  const before = await cash()
  const banked = { hint: 'cash_exceeded', message: expect.stringContaining('deposited') }
  await expect(cancelReceipt()).rejects.toMatchObject(banked)
  await expect(cancelRemittance()).rejects.toMatchObject(banked)
  expect(await cash()).toEqual(before)

  await t.rpc('reverse_cash_deposit', { p_slip: slip.id, p_reason: 'Wrong account' })
  await cancelReceipt()
  await cancelRemittance()
})
