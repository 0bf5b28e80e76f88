import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { reportTable } from '../support/reports.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
/** The prices of these bookings are any. */
beforeAll(() => setRules(fixture, 'a', { price_floor_percent: '0' }))

const version = async (booking: string) => Number((await shop.booking(booking)).version)
const cancel = async (booking: string) =>
  shop.rpc('cancel_booking', {
    p_booking: booking,
    p_version: await version(booking),
    p_reason: 'Not wanted',
  })
const block = async (customer: string, p_active = false) => {
  const [row] = await fixture.db.sql<{ version: number }>(
    'select version from public.customers where id = $1::uuid',
    [customer],
  )
  await shop.rpc('deactivate_customer', {
    p_customer: customer,
    p_version: row!.version,
    p_reason: 'Does not pay',
    p_active,
  })
}

/** Documents that return from a closed state are checked as if they were new. */
describe('coming back', () => {
  it('cancel A, approve B up to the limit: A does not come back, nor does its copy', async () => {
    const product = await shop.product('10.00', 50)
    const customer = await shop.customer('100.00')
    const a = await shop.book(customer, [[product, 6, '10.00']])
    await shop.validate(a.id, a.version)
    await cancel(a.id)
    const b = await shop.book(customer, [[product, 10, '10.00']])
    await shop.validate(b.id, b.version)
    await expect(shop.validate(a.id, await version(a.id))).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    const copy = await shop.book(customer, [[product, 6, '10.00']])
    await expect(shop.validate(copy.id, copy.version)).rejects.toMatchObject({
      hint: 'credit_exceeded',
    })
    expect(await shop.position(customer)).toMatchObject({ exposure: '100.00', credit_left: '0.00' })
    expect(await shop.stock(product)).toMatchObject({ reserved: 10 })
  })

  it('stock that a cancelled booking gave back is not there for its copy when another has it', async () => {
    const product = await shop.product('10.00', 8)
    const customer = await shop.customer()
    const a = await shop.book(customer, [[product, 8, '10.00']])
    await shop.validate(a.id, a.version)
    await cancel(a.id)
    const b = await shop.book(customer, [[product, 5, '10.00']])
    await shop.validate(b.id, b.version)
    const copy = await shop.book(customer, [[product, 8, '10.00']])
    await expect(shop.validate(copy.id, copy.version)).rejects.toMatchObject({
      hint: 'insufficient_stock',
    })
  })

  it('a blocked customer: its bookings are neither copied nor validated, before it is unblocked', async () => {
    const product = await shop.product('10.00', 50)
    const customer = await shop.customer('100.00')
    const waiting = await shop.book(customer, [[product, 1, '10.00']])
    await block(customer)
    await expect(shop.validate(waiting.id, waiting.version)).rejects.toMatchObject({
      hint: 'customer_not_approved',
    })
    await expect(
      shop.validate(waiting.id, waiting.version, 'Friend', fixture.role.Owner),
    ).rejects.toMatchObject({ hint: 'customer_not_approved' })
    await expect(shop.book(customer, [[product, 1, '10.00']])).rejects.toMatchObject({
      hint: 'customer_not_approved',
      detail: 'customer_id',
    })
    await block(customer, true)
    await shop.validate(waiting.id, waiting.version)
  })

  it('a line that was raised by an edit is looked at again', async () => {
    const product = await shop.product('10.00', 50)
    const customer = await shop.customer('100.00')
    const booking = await shop.book(customer, [[product, 10, '10.00']])
    const edited = await shop.rpc<{ version: number }>('update_booking', {
      p_booking: booking.id,
      p_version: booking.version,
      p_details: { lines: [{ product_id: product, quantity: 11, agent_srp: '10.00' }] },
    })
    await expect(shop.validate(booking.id, edited.version)).rejects.toMatchObject({
      hint: 'credit_exceeded',
    })
  })
})

describe('a changed SRP', () => {
  it('changes no figure of the past: booking, balance, receivables, stock used', async () => {
    const product = await shop.product('10.00', 50)
    const customer = await shop.customer()
    const booking = await shop.book(customer, [[product, 7, '10.00']])
    await shop.validate(booking.id, booking.version)
    await shop.invoice(booking.id, await version(booking.id), 'SRP-1')
    await shop.deliver(booking.id, await version(booking.id))
    const pending = await shop.book(customer, [[product, 3, '10.00']])
    const figures = async () => ({
      booking: await shop.booking(booking.id),
      pending: await shop.booking(pending.id),
      lines: await fixture.db.sql(
        'select agent_srp::text, amount::text from public.booking_lines where booking_id = any ($1::uuid[]) order by amount',
        [`{${booking.id},${pending.id}}`],
      ),
      owed: await shop.position(customer),
      receivables: await fixture.db.as(
        fixture.role.Owner,
        `select row_kind, total::text, balance::text
         from ${reportTable('report_ar', '$1::uuid, $2::text::jsonb', 'row_kind text, total numeric, balance numeric')} r`,
        [fixture.a, JSON.stringify({ customer_id: customer })],
      ),
      history: await fixture.db.as(
        fixture.role.Owner,
        'select changes::text from public.booking_trail($1::uuid, $2::uuid)',
        [fixture.a, booking.id],
      ),
    })
    const before = await figures()
    const bought = await shop.rpc<{ id: string }>('create_purchase', {
      p_purchase: {
        po_no: 'PO-SRP-UP',
        supplier: 'S',
        lines: [{ product_id: product, quantity: 1, cost: '7.00', prod_srp: '19.99' }],
      },
    })
    expect(bought.id).toBeTruthy()
    expect(await shop.stock(product)).toMatchObject({ current_srp: '19.99' })
    expect(await figures()).toEqual(before)
    // The pending booking is validated at its own price too.
    await shop.validate(pending.id, pending.version)
    expect(await shop.booking(pending.id)).toMatchObject({ total: '30.00', balance: '30.00' })
  })
})
