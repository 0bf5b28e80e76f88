import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { receivables } from '../support/receivables.ts'
import { fieldReceipts } from '../support/remittance.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

/** Cancellations of remittances, purchases and write-offs count from the day that somebody enters. */
const fixture = testFixture()
const shop = trade(fixture)
const { day, sell } = receivables(fixture, shop)
const bank = treasury(fixture, shop)
const books = closing(fixture)
const field = fieldReceipts(fixture, shop)
const purchases = reportReader(fixture, 'report_purchase')
let product: string

interface Made {
  id: string
  version: number
}
type Cancel = (date: string | null) => Promise<unknown>

beforeAll(async () => {
  product = await shop.product('10.00', 1000)
}, 60_000)

const refusal = (detail: string, hint: string) => expect.objectContaining({ detail, hint })

/** Tries the days that a cancellation refuses, then cancels on the eighth day before today, while the day before it is closed. */
async function cancelDated(cancel: Cancel, own: number) {
  await expect(cancel(await day(own - 1))).rejects.toEqual(refusal('date', 'invalid'))
  await expect(cancel(await day(1))).rejects.toEqual(refusal('date', 'not_in_future'))
  await books.close(await day(-9))
  await expect(cancel(await day(-9))).rejects.toEqual(refusal('date', 'period_closed'))
  await cancel(await day(-8))
  await books.reopen(null)
}

const stockDays = (source: string) =>
  fixture.db.sql<{ on_date: string; pieces: string }>(
    `select on_date::text, sum(quantity)::text as pieces from public.stock_movements where source_id = $1::uuid
     group by on_date order by on_date`,
    [source],
  )

describe('a remittance that is cancelled', () => {
  const remitted = async () => {
    const receipt = await field.take(await shop.customer(), '300.00', {
      date_collected: await day(-30),
    })
    const made = await field.remit([receipt], { '100': 3 }, { remitted_on: await day(-20) })
    const cancel: Cancel = (p_date) =>
      shop.rpc(
        'cancel_remittance',
        { p_remittance: made.id, p_version: made.version, p_reason: 'Wrong number', p_date },
        field.finance(),
      )
    return { receipt, cancel }
  }

  it('gives its cash back to the collector on that day', async () => {
    const { receipt, cancel } = await remitted()
    await cancelDated(cancel, -20)
    const money = await fixture.db.sql(
      `select on_date::text, place, sum(amount)::text as amount from public.money_entries where collection_id = $1::uuid
       group by on_date, place order by on_date, place`,
      [receipt.id],
    )
    expect(money).toEqual([
      { on_date: await day(-30), place: 'collector', amount: '300.00' },
      { on_date: await day(-20), place: 'collector', amount: '-300.00' },
      { on_date: await day(-20), place: 'office', amount: '300.00' },
      { on_date: await day(-8), place: 'collector', amount: '300.00' },
      { on_date: await day(-8), place: 'office', amount: '-300.00' },
    ])
    // The same paper is received again as of that day.
    await field.remit([receipt], { '100': 3 }, { remitted_on: await day(-8) })
    expect(await books.broken()).toEqual([])
  })

  it('is not cancelled before its receipts last moved, and without a day it is today', async () => {
    const customer = await shop.customer()
    const cheque = await field.take(customer, '300.00', {
      ...{
        collection_type: 'cheque',
        cheque_bank: 'Customers Bank',
        date_collected: await day(-30),
      },
      ...{ cheque_no: `T-${randomUUID().slice(0, 6)}`, cheque_date: await day(-30) },
    })
    const made = await field.remit([cheque], {}, { remitted_on: await day(-20) })
    const { version } = await shop.approve(cheque.id, cheque.version + 1)
    const account = await bank.bank()
    await bank.deposit(account, [{ id: cheque.id, version }], await day(-10))
    const cancel: Cancel = (p_date) =>
      shop.rpc(
        'cancel_remittance',
        { p_remittance: made.id, p_version: made.version, p_reason: 'Wrong number', p_date },
        field.finance(),
      )
    await expect(cancel(await day(-11))).rejects.toMatchObject({
      hint: 'invalid',
      message: expect.stringContaining('the last movement of a receipt of this remittance'),
    })
    await cancel(null)
    expect(await field.receipt(cheque.id)).toMatchObject({ remittance_id: null })
    expect(await books.broken()).toEqual([])
  })
})

describe('a purchase that is cancelled', () => {
  const buy = (more: object) =>
    shop.rpc<Made>('create_purchase', {
      p_purchase: {
        ...{ po_no: `PO-${randomUUID().slice(0, 8)}`, supplier: 'North Mills' },
        lines: [{ product_id: product, quantity: 40, cost: '6.00', prod_srp: '10.00' }],
        ...more,
      },
    })
  const cancelling =
    ({ id, version }: Made): Cancel =>
    (p_date) =>
      shop.rpc('cancel_purchase', {
        ...{ p_purchase: id, p_version: version, p_reason: 'Entered twice', p_date },
      })

  it('takes its goods out on that day, in the stock and in the report', async () => {
    const made = await buy({ date_added: await day(-30), delivery_date: await day(-20) })
    await cancelDated(cancelling(made), -20)
    expect(await stockDays(made.id)).toEqual([
      { on_date: await day(-20), pieces: '40' },
      { on_date: await day(-8), pieces: '-40' },
    ])
    const bought = async (from: string, to: string) =>
      (await purchases({ level: 'total', from, to, product_id: product }))[0]!.amount
    expect(await bought(await day(-30), await day(-9))).toBe('240.00')
    expect(await bought(await day(-8), await day(-8))).toBe('-240.00')
    expect(await books.broken()).toEqual([])
  })

  it('is not cancelled before its invoice, nor on a day on which its goods had gone', async () => {
    const invoiced = await buy({ date_added: await day(-30), invoice_date: await day(-10) })
    await expect(cancelling(invoiced)(await day(-11))).rejects.toEqual(refusal('date', 'invalid'))
    const scarce = await shop.product('10.00', 0)
    const line = { product_id: scarce, quantity: 10, cost: '6.00' }
    const made = await buy({ date_added: await day(-30), lines: [line] })
    await sell(await shop.customer(), scarce, 10, { invoiced: -25, delivered: -25 })
    await buy({ date_added: await day(-5), lines: [line] })
    await expect(cancelling(made)(await day(-20))).rejects.toMatchObject({
      hint: 'insufficient_stock',
    })
    await cancelling(made)(await day(-5))
    expect(await books.broken()).toEqual([])
  })

  it('takes the credit memo of goods from a customer back on its day', async () => {
    const customer = await shop.customer()
    await sell(customer, product, 10, { invoiced: -40, delivered: -40 })
    const back = await buy({
      ...{ kind: 'return_in', customer_id: customer, date_added: await day(-20) },
      lines: [{ product_id: product, quantity: 5, cost: '6.00', prod_srp: '10.00' }],
    })
    const owed = async (offset: number) => bank.owed(await day(offset), customer)
    expect(await owed(-10)).toBe('50.00')
    await cancelDated(cancelling(back), -20)
    expect([await owed(-21), await owed(-9), await owed(-8)]).toEqual(['100.00', '50.00', '100.00'])
    expect(await books.broken()).toEqual([])
  })
})

describe('a write-off that is cancelled', () => {
  it('brings its pieces back among the bad orders on that day', async () => {
    const lines = [{ product_id: product, quantity: 7 }]
    const record = (kind: string, on_date: string) =>
      shop.rpc<Made>(
        'create_bad_order',
        { p_record: { kind, on_date, reason: 'Torn', lines } },
        fixture.role.warehouse,
      )
    await record('to_bad_order', await day(-40))
    const made = await record('write_off', await day(-20))
    const manager = fixture.role['General Manager']
    const { version } = await shop.rpc<Made>(
      'approve_write_off',
      { p_record: made.id, p_version: made.version },
      manager,
    )
    const cancel: Cancel = (p_date) =>
      shop.rpc(
        'cancel_write_off',
        { p_record: made.id, p_version: version, p_reason: 'It can be sold', p_date },
        manager,
      )
    await cancelDated(cancel, -20)
    expect(await stockDays(made.id)).toEqual([
      { on_date: await day(-20), pieces: '-7' },
      { on_date: await day(-8), pieces: '7' },
    ])
    expect(await books.broken()).toEqual([])
  })
})
