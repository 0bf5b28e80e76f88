import { beforeAll, describe, expect, it } from 'vitest'
import { closing } from '../support/closing.ts'
import { disburse } from '../support/disburse.ts'
import { testFixture } from '../support/fixture.ts'
import { receivables } from '../support/receivables.ts'
import { reportReader } from '../support/reports.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const bills = disburse(fixture)
const { day } = receivables(fixture, shop)
const { close } = closing(fixture)
const purchases = reportReader(fixture, 'report_purchase')

const refused = (detail: string) => ({ hint: 'period_closed', detail })
let closed = ''
let today = ''
let customer = ''
let product = ''

beforeAll(async () => {
  ;[closed, today] = [await day(-1), await day(0)]
  product = await shop.product('10.00', 50)
  customer = await shop.customer()
})

const book = (on: string) => shop.book(customer, [[product, 1, '10.00']], on)
const version = async (booking: string) => Number((await shop.booking(booking)).version)
const dated = async (booking: string, date_added: string) =>
  shop.rpc('set_booking_dates', {
    ...{ p_booking: booking, p_version: await version(booking), p_reason: 'Typed wrong' },
    p_dates: { date_added },
  })
const edit = async (booking: string, date_added: string) =>
  shop.rpc('update_booking', {
    ...{ p_booking: booking, p_version: await version(booking) },
    p_details: {
      date_added,
      lines: [{ product_id: product, quantity: 2, agent_srp: '10.00' }],
    },
  })
const buy = (date_added: string, delivery_date: string) =>
  shop.rpc('create_purchase', {
    p_purchase: {
      ...{ po_no: 'PO-C', supplier: 'Supplier', date_added, delivery_date },
      lines: [{ product_id: product, quantity: 1, cost: '7.00' }],
    },
  })
const bill = async (date_added: string) =>
  bills.rpc('create_voucher', { p_voucher: await bills.typed('50.00', { date_added }) })

describe('a closed period', () => {
  it('has no document dated to it or from it, also where nothing is posted', async () => {
    const invoiced = await book(closed)
    await shop.validate(invoiced.id, invoiced.version)
    await shop.invoice(invoiced.id, await version(invoiced.id), 'OLD-1', closed)
    const pending = await book(closed)
    const bought = await purchases({ from: closed, to: closed, level: 'total' })
    const voucher = await bill(closed)
    await close(closed)

    await expect(book(closed)).rejects.toMatchObject(refused('date_added'))
    const open = await book(today)
    await expect(dated(open.id, closed)).rejects.toMatchObject(refused('date_added'))
    await expect(edit(open.id, closed)).rejects.toMatchObject(refused('date_added'))
    await expect(dated(invoiced.id, '2020-01-02')).rejects.toMatchObject(refused('date_added'))
    await expect(edit(pending.id, today)).rejects.toMatchObject(refused('date_added'))
    await dated(invoiced.id, closed)
    await edit(pending.id, closed)

    const renumbered = async (no: string) =>
      shop.invoice(invoiced.id, await version(invoiced.id), no, null, 'Spoiled form')
    await expect(renumbered('OLD-1A')).rejects.toMatchObject(refused('invoice_no'))
    await renumbered('OLD-1')

    await expect(bill(closed)).rejects.toMatchObject(refused('date_added'))
    const changed = async (date_added: string) =>
      bills.rpc('update_voucher', {
        ...{ p_voucher: voucher.id, p_version: 1 },
        p_details: await bills.typed('60.00', { date_added }),
      })
    await expect(changed(today)).rejects.toMatchObject(refused('date_added'))
    await changed(closed)

    await expect(buy(closed, today)).rejects.toMatchObject(refused('date_added'))
    await expect(buy(today, closed)).rejects.toMatchObject(refused('delivery_date'))
    expect(await purchases({ from: closed, to: closed, level: 'total' })).toEqual(bought)

    for (const each of ['cr_date', 'drr_date']) {
      const receipt = { customer_id: customer, collection_type: 'cash', amount: '5.00' }
      const recorded = shop.rpc('record_collection', {
        p_collection: { ...receipt, cr_no: `CR-${each}`, [each]: closed },
      })
      await expect(recorded).rejects.toMatchObject(refused(each))
    }
  })
})
