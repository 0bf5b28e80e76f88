import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { imports } from '../support/imports.ts'
import { trade } from '../support/trade.ts'

/** Goods that come back without their booking are a purchase record with the customer's credit memo. */
const fixture = testFixture()
const t = trade(fixture)
const tr = treasury(fixture, t)
const finance = () => fixture.role['finance admin']
const clerk = () => fixture.role['sales admin']
let product: string

beforeAll(async () => {
  product = await t.product('10.00', 5000)
})

interface Recorded {
  id: string
  version: number
  memo_no: string
  memo_status: string
}
const bring = (
  customer: string | null,
  pieces: number,
  credit: string | null,
  more: object = {},
  user = clerk(),
) =>
  t.rpc<Recorded>(
    'create_purchase',
    {
      p_purchase: {
        ...{ po_no: `RET-${randomUUID().slice(0, 8)}`, supplier: 'Maker', kind: 'return_in' },
        customer_id: customer,
        lines: [{ product_id: product, quantity: pieces, cost: '7.00', prod_srp: credit }],
        ...more,
      },
    },
    user,
  )
const cancel = ({ id, version }: { id: string; version: number }, user = clerk()) =>
  t.rpc('cancel_purchase', { p_purchase: id, p_version: version, p_reason: 'Other store' }, user)
const memoOf = async (purchase: string) => {
  const [row] = await fixture.db.sql<Record<string, string | null>>(
    `select id, memo_no, version, status, reason_code, on_date::text, amount::text, vat_amount::text, cancelled_on::text
     from public.memos where purchase_id = $1::uuid`,
    [purchase],
  )
  return row!
}
const broken = () =>
  fixture.db.as(
    fixture.role.Owner,
    'select check_key, examples from public.verify_books($1::uuid) where violations > 0',
    [fixture.a],
  )
const sold = async (customer: string) => {
  const [row] = await fixture.db.sql<Record<string, string>>(
    `select coalesce(sum(amount), 0)::text as amount, coalesce(sum(vat_amount), 0)::text as vat, coalesce(sum(pieces), 0)::text as pieces
     from public.sales_entries where customer_id = $1::uuid`,
    [customer],
  )
  return row!
}

describe('goods that a customer brings back', () => {
  it('come into stock with a credit memo of their day, which lowers debt, sales and VAT', async () => {
    const customer = await t.customer()
    const booking = await tr.owing(customer, product, 100, '11.20')
    const before = { stock: await t.stock(product), sold: await sold(customer) }
    expect(before.sold).toEqual({ amount: '1120.00', vat: '120.00', pieces: '100' })
    const made = await bring(customer, 20, '11.20')
    expect(made).toMatchObject({ memo_no: expect.stringMatching(/^CM-/), memo_status: 'approved' })
    expect(await memoOf(made.id)).toMatchObject({
      ...{ memo_no: made.memo_no, reason_code: 'return', on_date: await tr.day() },
      ...{ amount: '224.00', vat_amount: '24.00' },
    })
    expect(await t.booking(booking.id)).toMatchObject({ balance: '896.00', credited: '224.00' })
    expect((await t.stock(product)).on_hand).toBe(before.stock.on_hand + 20)
    expect(await sold(customer)).toEqual({ amount: '896.00', vat: '96.00', pieces: '100' })
    expect(await tr.owed(await tr.day(), customer)).toBe('896.00')
    expect(await broken()).toEqual([])

    await cancel(made)
    expect(await memoOf(made.id)).toMatchObject({
      status: 'cancelled',
      cancelled_on: await tr.day(),
    })
    expect(await t.booking(booking.id)).toMatchObject({ balance: '1120.00', credited: '0.00' })
    expect(await t.stock(product)).toEqual(before.stock)
    expect(await sold(customer)).toEqual(before.sold)
    expect(await broken()).toEqual([])
  })

  it('need a customer who was invoiced that much, and what each piece is credited', async () => {
    const customer = await t.customer()
    await tr.owing(customer, product, 10, '10.00')
    for (const [field, args] of [
      ['customer_id', [null, 1, '10.00']],
      ['customer_id', [randomUUID(), 1, '10.00']],
      ['lines[0].prod_srp', [customer, 1, null]],
    ] as [string, [string | null, number, string | null]][])
      await expect(bring(...args)).rejects.toMatchObject({ code: '22023', detail: field })
    const stock = await t.stock(product)
    await expect(bring(customer, 11, '10.00')).rejects.toMatchObject({
      ...{ hint: 'over_credited', detail: 'customer_id' },
      message: expect.stringContaining('total only 100.00'),
    })
    // On that day, nothing was invoiced yet.
    await expect(
      bring(customer, 1, '10.00', { date_added: await tr.day(-3) }),
    ).rejects.toMatchObject({ hint: 'over_credited' })
    expect(await t.stock(product)).toEqual(stock)
    // Free goods come back for nothing.
    expect(await bring(customer, 1, '0')).toMatchObject({ memo_status: 'approved' })
    await expect(
      t.rpc('create_purchase', {
        p_purchase: {
          ...{ po_no: 'P-C', supplier: 'Maker', kind: 'purchase', customer_id: customer },
          lines: [{ product_id: product, quantity: 1, cost: '7.00' }],
        },
      }),
    ).resolves.toBeTruthy()
    expect(await broken()).toEqual([])
  })

  it('wait with their credit above the limit, and are taken back by who approves memos', async () => {
    const customer = await t.customer()
    const booking = await tr.owing(customer, product, 1000, '10.00')
    const made = await bring(customer, 600, '10.00')
    expect(made.memo_status).toBe('pending')
    expect(await t.booking(booking.id)).toMatchObject({ balance: '10000.00' })
    const memo = await memoOf(made.id)
    await t.rpc('approve_memo', { p_memo: memo.id, p_version: memo.version }, finance())
    expect(await t.booking(booking.id)).toMatchObject({ balance: '4000.00' })
    const approved = await memoOf(made.id)
    await expect(
      t.rpc(
        'cancel_memo',
        { p_memo: approved.id, p_version: approved.version, p_reason: 'Wrong' },
        finance(),
      ),
    ).rejects.toMatchObject({ hint: 'wrong_state', message: expect.stringContaining('RET-') })
    await expect(cancel(made)).rejects.toMatchObject({ code: '42501' })
    await cancel(made, fixture.role['special access 1'])
    expect(await t.booking(booking.id)).toMatchObject({ balance: '10000.00' })

    const own = await bring(customer, 600, '10.00', {}, fixture.role['special access 1'])
    const written = await memoOf(own.id)
    await t.rpc('approve_memo', { p_memo: written.id, p_version: written.version }, finance())
    await expect(cancel(own, fixture.role['special access 1'])).rejects.toMatchObject({
      hint: 'maker_checker',
    })
    const waiting = await bring(customer, 300, '10.00', {
      lines: [
        { product_id: product, quantity: 300, cost: '7.00', prod_srp: '12.00' },
        { product_id: product, quantity: 30, cost: '7.00', prod_srp: '10.00' },
      ],
    })
    expect(await memoOf(waiting.id)).toMatchObject({ amount: '3900.00' })
    await cancel(waiting)
    expect(await broken()).toEqual([])
  })

  it('keep the figures that were credited', async () => {
    const customer = await t.customer()
    await tr.owing(customer, product, 10, '10.00')
    const made = await bring(customer, 2, '10.00')
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.purchase_lines where purchase_id = $1::uuid',
      [made.id],
    )
    const edit = (item_to_edit: string) =>
      t.rpc(
        'request_product_edit',
        {
          p_request: {
            ...{ purchase_line_id: line!.id, item_to_edit, what_edit: '3', reason: 'Miscounted' },
          },
        },
        clerk(),
      )
    for (const item of ['quantity', 'prod_srp'])
      await expect(edit(item)).rejects.toMatchObject({
        hint: 'wrong_state',
        detail: 'item_to_edit',
      })
    await edit('cost')
  })

  it('credit invoiced sales alone: no debit memo, and no booking that nobody invoiced', async () => {
    const customer = await t.customer()
    const paid = await tr.owing(customer, product, 20, '10.00')
    await t.approve((await t.collect(customer, '200.00', [[paid.id, '200.00']])).id)
    const open = await tr.owing(customer, product, 5, '8.60')
    const fee = { kind: 'debit', reason: 'bounced_cheque', customer_id: customer, amount: '500.00' }
    await t.rpc('create_memo', { p_memo: fee })
    const waits = await t.book(customer, [[product, 30, '10.00']])
    const valid = await t.validate(waits.id, waits.version)
    await t.deliver(waits.id, valid.version)

    // 25 pieces of 8.10: 202.50 = 180.80 + 21.70. 43.00 are owed, 159.50 were paid.
    const made = await bring(customer, 25, '8.10')
    expect(await memoOf(made.id)).toMatchObject({ amount: '202.50', vat_amount: '21.70' })
    expect(await t.booking(open.id)).toMatchObject({ balance: '0.00', credited: '43.00' })
    expect(await t.booking(paid.id)).toMatchObject({ balance: '0.00', credited: '159.50' })
    expect(await t.booking(waits.id)).toMatchObject({ balance: '300.00', credited: '0.00' })
    expect(await t.position(customer)).toMatchObject({ unapplied: '159.50' })
    const [debit] = await fixture.db.sql(
      `select balance::text, credited::text from public.bookings where customer_id = $1::uuid and is_debit_memo`,
      [customer],
    )
    expect(debit).toEqual({ balance: '500.00', credited: '0.00' })
    // 500.00 of the debit memo less the credit; the booking is owed with its invoice.
    expect(await tr.owed(await tr.day(), customer)).toBe('340.50')
    expect(await broken()).toEqual([])

    // 40.50 of the paid invoice are left.
    await expect(bring(customer, 5, '8.11')).rejects.toMatchObject({
      ...{ hint: 'over_credited', message: expect.stringContaining('total only 40.50') },
    })
    await cancel(made)
    expect(await t.booking(open.id)).toMatchObject({ balance: '43.00', credited: '0.00' })
    expect(await broken()).toEqual([])
  })

  it('lower sales and VAT on an opening balance too, until they are taken back', async () => {
    const { take, newCustomer } = imports(fixture, t, 'open_invoices', finance())
    const { id: customer, name } = await newCustomer()
    await take([
      { customer: name, invoice_no: 'OLD-7', invoice_date: await tr.day(-40), amount: '100.00' },
    ])
    const made = await bring(customer, 5, '11.20')
    // 56.00 = 50.00 + 6.00.
    expect(await memoOf(made.id)).toMatchObject({ amount: '56.00', vat_amount: '6.00' })
    expect(await sold(customer)).toEqual({ amount: '-56.00', vat: '-6.00', pieces: '0' })
    expect(await tr.owed(await tr.day(), customer)).toBe('44.00')
    expect(await broken()).toEqual([])
    await cancel(made)
    expect(await sold(customer)).toEqual({ amount: '0.00', vat: '0.00', pieces: '0' })
    expect(await tr.owed(await tr.day(), customer)).toBe('100.00')
    expect(await broken()).toEqual([])
  })
})
