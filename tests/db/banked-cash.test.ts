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

it('the journal knows the account of each place that money can be in, and refuses any other place', async () => {
  const [check] = await fixture.db.sql<{ places: string[] }>(
    `select array(select m[1] from regexp_matches(
       substring(p.prosrc from 'p\\.place = ANY \\(ARRAY\\[([^]]*)'), '''(\\w+)''', 'g') m order by 1) as places
     from pg_proc p where p.oid = 'private.are_bounds_of_money_entries'::regproc`,
  )
  const accounts = await fixture.db.sql(
    `select p as place, private.account_of_place(p, false) as account, private.account_of_place(p, true) as returned
     from unnest($1::text[]) p`,
    [check!.places],
  )
  expect(accounts).toEqual([
    { place: 'bank', account: 'bank', returned: 'bank' },
    { place: 'cheques', account: 'cheques_on_hand', returned: 'receipts_clearing' },
    { place: 'collector', account: 'collector_cash', returned: 'collector_cash' },
    { place: 'office', account: 'office_cash', returned: 'office_cash' },
  ])
  await expect(fixture.db.sql("select private.account_of_place('safe', false)")).rejects.toThrow(
    'No place of money is called safe.',
  )
})
