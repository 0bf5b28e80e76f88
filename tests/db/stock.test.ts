import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
/** The prices of these bookings are any. */
beforeAll(() => setRules(fixture, 'a', { price_floor_percent: '0' }))
const owner = () => fixture.role.Owner

type Versioned = { id: string; version: number; [key: string]: unknown }

const buy = (lines: object[], kind = 'purchase', rest: object = {}) =>
  shop.rpc<Versioned>('create_purchase', {
    p_purchase: { po_no: 'PO-S', supplier: 'Supplier', kind, lines, ...rest },
  })
const cancel = (purchase: { id: string; version: number }, reason = 'Entered twice') =>
  shop.rpc<Versioned>('cancel_purchase', {
    p_purchase: purchase.id,
    p_version: purchase.version,
    p_reason: reason,
  })
const lineOf = async (purchase: string, product: string) =>
  (
    await fixture.db.sql<Record<string, string>>(
      'select id, quantity, cost::text, prod_srp::text from public.purchase_lines where purchase_id = $1::uuid and product_id = $2::uuid',
      [purchase, product],
    )
  )[0]!
const purchase = async (id: string) =>
  (
    await fixture.db.sql<Record<string, string>>(
      'select status, version, total_cost::text, cancel_reason from public.purchases where id = $1::uuid',
      [id],
    )
  )[0]!

describe('cancelling a purchase', () => {
  it('writes opposite rows of today, keeps the number and the live price, and happens once', async () => {
    const product = await shop.product('10.00', 5)
    const bought = await buy([
      { product_id: product, quantity: 7, cost: '6.00', prod_srp: '12.00' },
    ])
    expect(await shop.stock(product)).toMatchObject({ on_hand: 12, current_srp: '12.00' })
    const cancelled = await cancel(bought)
    expect(await shop.stock(product)).toMatchObject({ on_hand: 5, current_srp: '12.00' })
    expect(await purchase(bought.id)).toMatchObject({
      status: 'cancelled',
      cancel_reason: 'Entered twice',
    })
    await expect(cancel({ ...bought, version: cancelled.version })).rejects.toMatchObject({
      hint: 'wrong_state',
    })
  })

  it('is refused when the goods are sold or reserved, all lines or none', async () => {
    const [gone, kept] = [await shop.product(), await shop.product()]
    const bought = await buy([
      { product_id: kept, quantity: 4, cost: '1.00' },
      { product_id: gone, quantity: 4, cost: '1.00' },
    ])
    const booking = await shop.book(await shop.customer(), [[gone, 3, '2.00']])
    await shop.validate(booking.id, booking.version)
    await expect(cancel(bought)).rejects.toMatchObject({ hint: 'insufficient_stock' })
    expect(await shop.stock(kept)).toMatchObject({ on_hand: 4 })
    expect((await purchase(bought.id)).status).toBe('active')
    await expect(cancel({ ...bought, version: 99 })).rejects.toMatchObject({
      hint: 'stale_version',
    })
    await expect(cancel(bought, ' ')).rejects.toMatchObject({ detail: 'reason' })
  })

  it('brings the goods of a return to the supplier back', async () => {
    const product = await shop.product('10.00', 10)
    const returned = await buy(
      [{ product_id: product, quantity: 4, cost: '6.00' }],
      'supplier_return',
    )
    expect((await shop.stock(product)).on_hand).toBe(6)
    await cancel(returned)
    expect((await shop.stock(product)).on_hand).toBe(10)
  })
})

describe('product-edit requests', () => {
  const ask = (purchase_line_id: string, request: object) =>
    shop.rpc<Versioned>('request_product_edit', {
      p_request: { purchase_line_id, reason: 'As on the invoice', ...request },
    })
  const decide = (
    request: Versioned,
    decision: string,
    note: string | null = null,
    user = owner(),
  ) =>
    shop.rpc(
      'decide_product_edit',
      {
        p_request: request.id,
        p_version: request.version,
        p_decision: decision,
        p_note: note,
      },
      user,
    )

  it('change nothing until approved; then the line, the total, and the live price if asked', async () => {
    const product = await shop.product('10.00')
    const bought = await buy([
      { product_id: product, quantity: 10, cost: '6.00', prod_srp: '10.00' },
    ])
    const line = await lineOf(bought.id, product)
    const request = await ask(line.id!, {
      item_to_edit: 'prod_srp',
      what_edit: '12.50',
      is_change_live_srp: true,
    })
    await shop.book(await shop.customer(), [[product, 2, '10.00']])
    const [effect] = await fixture.db.as<Record<string, string>>(
      owner(),
      'select srp_value_now::text, srp_value_then::text, open_bookings::text from public.product_edit_effects($1::uuid) where request_id = $2::uuid',
      [fixture.a, request.id],
    )
    expect(effect).toEqual({
      srp_value_now: '100.00',
      srp_value_then: '125.00',
      open_bookings: '1',
    })
    expect(await shop.stock(product)).toMatchObject({ current_srp: '10.00' })
    await decide(request, 'approved')
    expect(await shop.stock(product)).toMatchObject({ current_srp: '12.50' })
    expect(await lineOf(bought.id, product)).toMatchObject({ prod_srp: '12.50', cost: '6.00' })
    const cost = await ask(line.id!, { item_to_edit: 'cost', what_edit: '5.00' })
    await decide(cost, 'approved')
    expect((await purchase(bought.id)).total_cost).toBe('50.00')
    const [kept] = await fixture.db.sql<Record<string, string>>(
      'select item_edit_from::text, what_edit::text, request_status from public.product_edit_requests where id = $1::uuid',
      [request.id],
    )
    expect(kept).toEqual({
      item_edit_from: '10.00',
      what_edit: '12.50',
      request_status: 'approved',
    })
  })

  it('correct a quantity by the difference, when the goods are there', async () => {
    const product = await shop.product()
    const bought = await buy([{ product_id: product, quantity: 10, cost: '2.00' }])
    const line = await lineOf(bought.id, product)
    await decide(await ask(line.id!, { item_to_edit: 'quantity', what_edit: '12' }), 'approved')
    expect((await shop.stock(product)).on_hand).toBe(12)
    expect((await purchase(bought.id)).total_cost).toBe('24.00')
    const booking = await shop.book(await shop.customer(), [[product, 11, '3.00']])
    await shop.validate(booking.id, booking.version)
    const fewer = await ask(line.id!, { item_to_edit: 'quantity', what_edit: '10' })
    await expect(decide(fewer, 'approved')).rejects.toMatchObject({ hint: 'insufficient_stock' })
    await decide(fewer, 'rejected', 'They are sold')
    expect((await shop.stock(product)).on_hand).toBe(12)
  })

  it('are refused twice on one figure, on nonsense, and from whoever may not', async () => {
    const product = await shop.product()
    const bought = await buy([{ product_id: product, quantity: 10, cost: '2.00' }])
    const line = await lineOf(bought.id, product)
    const request = await ask(line.id!, { item_to_edit: 'cost', what_edit: '3.00' })
    await expect(ask(line.id!, { item_to_edit: 'cost', what_edit: '4.00' })).rejects.toMatchObject({
      hint: 'wrong_state',
    })
    for (const [wrong, field] of [
      [{ item_to_edit: 'color', what_edit: '1' }, 'item_to_edit'],
      [{ item_to_edit: 'quantity', what_edit: '0' }, 'what_edit'],
      [{ item_to_edit: 'quantity', what_edit: '1.5' }, 'what_edit'],
      [{ item_to_edit: 'quantity', what_edit: '10' }, 'what_edit'],
      [
        { item_to_edit: 'quantity', what_edit: '11', is_change_live_srp: true },
        'is_change_live_srp',
      ],
      [{ item_to_edit: 'prod_srp', what_edit: '11.00', reason: '' }, 'reason'],
    ] as const)
      await expect(ask(line.id!, wrong)).rejects.toMatchObject({ detail: field })
    await expect(
      decide(request, 'approved', null, fixture.role['sales admin']),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(decide(request, 'rejected')).rejects.toMatchObject({ detail: 'note' })
    await cancel({ id: bought.id, version: Number((await purchase(bought.id)).version) })
    await expect(decide({ ...request, version: 2 }, 'approved')).rejects.toMatchObject({
      hint: 'wrong_state',
    })
  })
})

describe('the price history', () => {
  it('tells every price with its document, and costs to those alone who read purchases', async () => {
    const product = await shop.product('10.00')
    await fixture.db.as(
      fixture.role['special access 1'],
      "update public.products set def_cost = '8.00', def_srp = '13.00' where id = $1::uuid",
      [product],
    )
    const bought = await buy([
      { product_id: product, quantity: 1, cost: '6.00', prod_srp: '11.00' },
    ])
    const history = (user: string) =>
      fixture.db.as<Record<string, string>>(
        user,
        'select price, old_price::text, new_price::text, source_id from public.price_changes where product_id = $1::uuid order by id',
        [product],
      )
    expect(await history(owner())).toEqual([
      { price: 'def_cost', old_price: '7.00', new_price: '8.00', source_id: null },
      { price: 'def_srp', old_price: '10.00', new_price: '13.00', source_id: null },
      { price: 'current_srp', old_price: '10.00', new_price: '11.00', source_id: bought.id },
    ])
    expect((await history(fixture.role.Agent)).map(({ price }) => price)).toEqual([
      'def_srp',
      'current_srp',
    ])
  })
})

describe('the cost of goods that leave', () => {
  it('follows the moving average line by line, also of one product twice in a document', async () => {
    const product = await shop.product('10.00')
    const other = await shop.product('10.00', 3)
    await buy([{ product_id: product, quantity: 7, cost: '10.00', cost_pieces: 7 }])
    await buy([{ product_id: product, quantity: 4, cost: '9.99' }])
    const booking = await shop.book(await shop.customer(), [
      [product, 3, '12.00'],
      [other, 1, '12.00'],
      [product, 3, '12.00'],
      [product, 5, '12.00'],
    ])
    const { version } = await shop.validate(booking.id, booking.version)
    await shop.deliver(booking.id, version)
    const costs = await fixture.db.sql<Record<string, string>>(
      `select quantity, cost::text from public.stock_movements
       where source_id = $1::uuid and product_id = $2::uuid order by id`,
      [booking.id, product],
    )
    // 49.96 for 11 pieces, then 36.33 for 8, then what is left.
    expect(costs).toEqual([
      { quantity: -3, cost: '-13.63' },
      { quantity: -3, cost: '-13.62' },
      { quantity: -5, cost: '-22.71' },
    ])
    expect(await shop.stock(product)).toMatchObject({ on_hand: 0, reserved: 0 })
    expect(await shop.stock(other)).toMatchObject({ on_hand: 2, reserved: 0 })
  })

  it('counts one product in several places of a statement in their order', async () => {
    const [first, second] = [await shop.product('10.00'), await shop.product('10.00')]
    await buy([
      { product_id: first, quantity: 7, cost: '10.00', cost_pieces: 7 },
      { product_id: second, quantity: 3, cost: '10.00', cost_pieces: 3 },
    ])
    const posted = await fixture.db.sql<Record<string, string>>(
      `select product_id = $2::uuid as first, quantity, cost::text from private.post_stock($1::uuid, 'adjustment', 'stock_counts',
         gen_random_uuid(), private.business_date($1::uuid), array[$2, $3, $2, $2, $3, $2]::uuid[], array[-3, -1, -2, 1, -2, -3],
         array[null, null, null, 9.99, null, null]::numeric[])`,
      [fixture.a, first, second],
    )
    // 10.00 for 7 pieces, 5.71 for 4, 2.85 for 2, 12.84 for 3; 10.00 for 3 pieces, 6.67 for 2.
    expect(posted).toEqual([
      { first: true, quantity: -3, cost: '-4.29' },
      { first: false, quantity: -1, cost: '-3.33' },
      { first: true, quantity: -2, cost: '-2.86' },
      { first: true, quantity: 1, cost: '9.99' },
      { first: false, quantity: -2, cost: '-6.67' },
      { first: true, quantity: -3, cost: '-12.84' },
    ])
    const [sums] = await fixture.db.sql(
      `select sum(on_hand)::int as pieces, sum(stock_value)::text as value from public.inventory where product_id in ($1::uuid, $2::uuid)`,
      [first, second],
    )
    expect(sums).toEqual({ pieces: 0, value: '0.00' })
  })
})

describe('the reorder level', () => {
  it('compares what is available', async () => {
    const product = await shop.product('10.00', 10)
    const below = async () =>
      (
        await fixture.db.sql(
          'select below_reorder from public.inventory where product_id = $1::uuid',
          [product],
        )
      )[0]!.below_reorder
    expect(await below()).toBe(false)
    await fixture.db.as(
      fixture.role['sales admin'],
      'update public.products set reorder_level = 8 where id = $1::uuid',
      [product],
    )
    expect(await below()).toBe(false)
    const booking = await shop.book(await shop.customer(), [[product, 3, '10.00']])
    await shop.validate(booking.id, booking.version)
    expect(await below()).toBe(true)
  })
})
