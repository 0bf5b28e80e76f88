import { beforeEach, describe, expect, it } from 'vitest'
import { formatDate } from '../../app/platform/values/dates.ts'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { position } from '../support/position.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { trade } from '../support/trade.ts'

/** No entry of a past day takes away cash that was not there on that day, or on any day since. */
const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const field = fieldReceipts(fixture, t)
const { approved, receive, ask } = position(fixture, t)
let bank: string
let customer: string
let days: string[]

beforeEach(async () => {
  bank = await tr.bank()
  customer = await t.customer()
  days = await Promise.all(Array.from({ length: 11 }, (_, ago) => tr.day(-ago)))
  const left = await approved()
  if (left > 0n) await tr.deposit(bank, [], null, undefined, (Number(left) / 100).toFixed(2))
})
const deposit = (cash: string, on: string) => tr.deposit(bank, [], on, undefined, cash)
const broken = () => ask('select check_key from public.verify_books($1::uuid) where violations > 0')

describe('cash that came on a day', () => {
  it('is not deposited on an earlier one, nor when it was taken out in between', async () => {
    await receive(customer, '100.00', { date_collected: days[6] })
    await expect(deposit('60.00', days[8]!)).rejects.toMatchObject({
      hint: 'cash_exceeded',
      detail: 'deposited_on',
      message: `Cash on hand was only 0.00 (approved) on ${formatDate(days[8]!)}.`,
    })
    await deposit('60.00', days[3]!)
    await receive(customer, '500.00')
    // 40.00 is left since then, until more comes today.
    await expect(deposit('40.01', days[5]!)).rejects.toMatchObject({
      detail: 'deposited_on',
      message: `Cash on hand was only 40.00 (approved) on ${formatDate(days[3]!)}.`,
    })
    await expect(deposit('540.01', days[0]!)).rejects.toMatchObject({ detail: 'cash' })
    await deposit('40.00', days[6]!)
    await deposit('500.00', days[0]!)
    expect(await broken()).toEqual([])
  })

  it('is deposited once its receipt was approved money on the day', async () => {
    await receive(customer, '70.00', { date_collected: days[6] }, false)
    await receive(customer, '70.00', { date_collected: days[2] })
    await expect(deposit('70.00', days[4]!)).rejects.toMatchObject({
      detail: 'deposited_on',
      message: expect.stringContaining('0.00 (approved)'),
    })
    await deposit('70.00', days[2]!)
  })

  it('is approved at the office from its remittance on, also when it is approved later', async () => {
    const taken = await field.take(customer, '70.00', { date_collected: days[10] })
    await field.remit([taken], { '70': 1 }, { remitted_on: days[8] })
    // Pending cash of the same amount lies at the office: it may not be deposited in its place.
    await receive(customer, '70.00', { date_collected: days[10] }, false)
    await t.approve(taken.id, 2)
    await expect(deposit('70.00', days[9]!)).rejects.toMatchObject({
      hint: 'cash_exceeded',
      detail: 'deposited_on',
      message: `Cash on hand was only 0.00 (approved) on ${formatDate(days[9]!)}.`,
    })
    await deposit('70.00', days[8]!)
    const entries = await fixture.db.sql(
      `select on_date::text, place, sum(confirmed_amount)::text as confirmed from public.money_entries
       where collection_id = $1::uuid group by 1, 2 having sum(confirmed_amount) <> 0 order by 1, 2, 3`,
      [taken.id],
    )
    expect(entries).toEqual([
      { on_date: days[10], place: 'collector', confirmed: '70.00' },
      { on_date: days[8], place: 'collector', confirmed: '-70.00' },
      { on_date: days[8], place: 'office', confirmed: '70.00' },
    ])
    expect(await broken()).toEqual([])
  })

  it('is not handed in on a day on which the office had it', async () => {
    const taken = await field.take(customer, '100.00', { date_collected: days[8] })
    const first = await field.remit([taken], { '100': 1 }, { remitted_on: days[7] })
    await field.giveBack(first)
    const again = () => field.remit([taken], { '100': 1 }, { remitted_on: days[4] })
    await expect(again()).rejects.toMatchObject({
      hint: 'cash_exceeded',
      detail: 'remitted_on',
      message: expect.stringMatching(/ was only 0\.00 on /),
    })
    await field.remit([taken], { '100': 1 })
    expect(await broken()).toEqual([])
  })

  it('is not paid back on a day on which it was at the bank', async () => {
    const receipt = await receive(customer, '90.00', { date_collected: days[7] })
    await deposit('90.00', days[5]!)
    await receive(customer, '90.00')
    const back = (paid_on: string) =>
      t.rpc(
        'pay_back_collection',
        {
          p_collection: receipt.id,
          p_version: receipt.version + 1,
          p_payment: { paid_from: 'office', paid_back_no: 'V 1', reason: 'Paid twice', paid_on },
        },
        fixture.role['finance admin'],
      )
    await expect(back(days[4]!)).rejects.toMatchObject({
      hint: 'cash_exceeded',
      detail: 'paid_on',
    })
    await back(days[0]!)
    expect(await broken()).toEqual([])
  })
})
