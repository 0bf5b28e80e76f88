import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

/** A price is for a piece or for a number of pieces, such as a case (docs/decisions/0042-amounts-of-lines.md). */
const fixture = testFixture()
const shop = trade(fixture)
const store = warehouse(fixture, shop)
let customer: string

beforeAll(async () => {
  customer = await shop.customer()
  await setRules(fixture, 'a', { price_floor_percent: '0' })
})

interface Booked {
  id: string
  version: number
  total: string
}
const book = (product_id: string, quantity: number, agent_srp: string, pieces?: unknown) =>
  shop.rpc<Booked>('create_booking', {
    p_booking: {
      customer_id: customer,
      lines: [{ product_id, quantity, agent_srp, agent_srp_pieces: pieces }],
    },
  })
const buy = (product_id: string, quantity: number, line: Record<string, unknown>) =>
  shop.rpc<{ id: string; total_cost: string }>('create_purchase', {
    p_purchase: { po_no: 'PO-U', supplier: 'Supplier', lines: [{ product_id, quantity, ...line }] },
  })
const deliver = async (
  booked: Booked,
  version: number,
  quantity: number,
  day: string,
  rest = 'keep',
) =>
  (
    await shop.deliver(
      booked.id,
      version,
      { lines: [{ line_id: await store.lineOf(booked.id), quantity }], remainder: rest },
      day,
    )
  ).version
const sold = async ({ id }: Booked) =>
  (
    await fixture.db.sql<{ amount: string }>(
      'select amount::text from public.sales_entries where booking_id = $1::uuid order by id',
      [id],
    )
  ).map(({ amount }) => amount)
const changes = (product: string) =>
  fixture.db.sql<Record<string, unknown>>(
    `select old_price::text, old_pieces, new_price::text, new_pieces from public.price_changes
     where product_id = $1::uuid and price = 'current_srp' order by id`,
    [product],
  )
/** Days on which goods leave; bookings are added on the first. */
const [first, second, third] = ['2025-03-03', '2025-03-04', '2025-03-05'] as const
const old = (product_id: string, quantity: number, agent_srp: string, pieces: number) =>
  shop.rpc<Booked>('create_booking', {
    p_booking: {
      ...{ customer_id: customer, date_added: first },
      lines: [{ product_id, quantity, agent_srp, agent_srp_pieces: pieces }],
    },
  })

describe('a line', () => {
  it.each([
    // A case of 12 at 100.00 is 8.3333… a piece and loses no centavo.
    [12, '100.00', 12, '100.00'],
    [1, '100.00', 12, '8.33'],
    [5, '100.00', 12, '41.67'],
    [24, '96.25', 12, '192.50'],
    [18, '96.25', 12, '144.38'],
    [7, '0.05', 10, '0.04'],
    [7, '8.50', undefined, '59.50'],
    [7, '8.50', 1, '59.50'],
  ])('of %i pieces at %s for %s is %s', async (quantity, price, pieces, amount) => {
    expect((await book(await shop.product(), quantity, price, pieces)).total).toBe(amount)
  })

  it.each([
    [0, 'agent_srp_pieces'],
    ['-1', 'agent_srp_pieces'],
    ['1.5', 'agent_srp_pieces'],
    [100_001, 'agent_srp_pieces'],
    ['dozen', 'agent_srp_pieces'],
  ])('refuses a price for %s pieces', async (pieces, field) => {
    await expect(book(await shop.product(), 1, '1.00', pieces)).rejects.toMatchObject({
      ...{ code: '22023', detail: `lines[0].${field}` },
    })
  })
})

describe('a line that is delivered in parts', () => {
  it('is worth its amount: the last part takes the rest', async () => {
    const booked = await old(await shop.product('10.00', 100), 12, '100.00', 12)
    let { version } = await shop.validate(booked.id, booked.version)
    version = await deliver(booked, version, 5, first)
    version = await deliver(booked, version, 4, second)
    await deliver(booked, version, 3, third)
    expect(await sold(booked)).toEqual(['41.67', '33.33', '25.00'])
    const days = await fixture.db.as<{ on_date: string; amount: string }>(
      fixture.role.Owner,
      `select on_date::text, amount::text from public.report_delivery($1::uuid,
         jsonb_build_object('level', 'line', 'customer_id', $2::text)) where booking_id = $3::uuid order by on_date`,
      [fixture.a, customer, booked.id],
    )
    expect(days.map(({ amount }) => amount)).toEqual(['41.67', '33.33', '25.00'])
    const [{ receipt } = { receipt: { amount: '' } }] = await fixture.db.as<{
      receipt: { amount: string }
    }>(
      fixture.role.Owner,
      'select public.delivery_receipt($1::uuid, $2::uuid, $3::text) as receipt',
      [fixture.a, booked.id, second],
    )
    expect(receipt).toMatchObject({
      amount: '33.33',
      lines: [{ now: 4, before: 5, agent_srp: '100.00', agent_srp_pieces: 12, amount: '33.33' }],
    })
  })

  it('credits what is released, and owes what was delivered', async () => {
    const booked = await old(await shop.product('10.00', 100), 12, '100.00', 12)
    const { version } = await shop.validate(booked.id, booked.version)
    await deliver(booked, version, 5, first, 'release')
    expect(await shop.booking(booked.id)).toMatchObject({ credited: '58.33', balance: '41.67' })
    expect(await sold(booked)).toEqual(['41.67'])
  })

  it('credits goods that come back in parts with the amount of the line', async () => {
    const booked = await old(await shop.product('10.00', 100), 12, '100.00', 12)
    const { version } = await shop.validate(booked.id, booked.version)
    await deliver(booked, version, 12, first)
    const line = await store.lineOf(booked.id)
    await store.decide(await store.ask(booked.id, 'take_back', [[line, 5]]), 'approved')
    expect((await shop.booking(booked.id)).credited).toBe('41.67')
    await store.decide(await store.ask(booked.id, 'take_back', [[line, 7]]), 'approved')
    expect(await shop.booking(booked.id)).toMatchObject({ credited: '100.00', balance: '0.00' })
    expect(await sold(booked)).toEqual(['100.00', '-41.67', '-58.33'])
  })
})

describe('a purchase by the case', () => {
  it('is worth its price times its cases, in the purchase and in the stock', async () => {
    const product = await shop.product()
    const { total_cost } = await buy(product, 24, { cost: '96.25', cost_pieces: 12 })
    expect(total_cost).toBe('192.50')
    await buy(product, 1, { cost: '96.25', cost_pieces: 12 })
    const [stock] = await fixture.db.sql(
      'select stock_value::text from public.inventory where product_id = $1::uuid',
      [product],
    )
    expect(stock).toEqual({ stock_value: '200.52' })
  })

  it('changes the live SRP only when it differs per piece, to six decimals', async () => {
    const product = await shop.product('8.00')
    const srp = (prod_srp: string, prod_srp_pieces: number) =>
      buy(product, 1, { cost: '1.00', prod_srp, prod_srp_pieces })
    await srp('96.00', 12)
    expect(await changes(product)).toEqual([])
    await srp('96.25', 12)
    await srp('8.02', 1)
    await srp('802.00', 100)
    expect(await changes(product)).toEqual([
      { old_price: '8.00', old_pieces: 1, new_price: '96.25', new_pieces: 12 },
      { old_price: '96.25', old_pieces: 12, new_price: '8.02', new_pieces: 1 },
    ])
  })

  it('is corrected to a price by the case', async () => {
    const product = await shop.product()
    const { id } = await buy(product, 24, { cost: '8.00' })
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.purchase_lines where purchase_id = $1::uuid',
      [id],
    )
    const asked = await shop.rpc<{ id: string; version: number }>('request_product_edit', {
      p_request: {
        ...{ purchase_line_id: line!.id, item_to_edit: 'cost', reason: 'Invoice' },
        ...{ what_edit: '96.25', what_pieces: 12 },
      },
    })
    const decided = await shop.rpc(
      'decide_product_edit',
      { p_request: asked.id, p_version: asked.version, p_decision: 'approved', p_note: null },
      fixture.role.Owner,
    )
    expect(decided).toMatchObject({ request_status: 'approved' })
    const [now] = await fixture.db.sql(
      `select l.cost::text, l.cost_pieces, l.amount::text, p.total_cost::text, i.stock_value::text
       from public.purchase_lines l join public.purchases p on p.id = l.purchase_id
       join public.inventory i on i.product_id = l.product_id where l.id = $1::uuid`,
      [line!.id],
    )
    expect(now).toEqual({
      ...{ cost: '96.25', cost_pieces: 12, amount: '192.50' },
      ...{ total_cost: '192.50', stock_value: '192.50' },
    })
  })
})

describe('the price floor', () => {
  it.each([
    // 96.25 a case is 8.020833 a piece.
    ['8.02', 1, 'floor 8.03'],
    ['8.03', 1, null],
    ['96.24', 12, 'floor 96.25/12 pc'],
    ['96.25', 12, null],
    ['48.12', 6, 'floor 48.13/6 pc'],
  ])('of 96.25 a case compares %s for %i pieces by the piece', async (price, pieces, floor) => {
    const product = await shop.product('1.00', 20)
    await shop.rpc(
      'create_purchase',
      {
        p_purchase: {
          ...{ po_no: 'PO-F', supplier: 'Supplier' },
          lines: [
            {
              product_id: product,
              quantity: 12,
              cost: '1.00',
              prod_srp: '96.25',
              prod_srp_pieces: 12,
            },
          ],
        },
      },
      fixture.role['sales admin'],
    )
    await setRules(fixture, 'a', { price_floor_percent: '100' })
    const booked = await book(product, 12, price, pieces)
    const validated = shop.validate(booked.id, booked.version)
    if (floor)
      await expect(validated).rejects.toMatchObject({
        ...{ hint: 'below_price_floor', detail: 'lines[0].agent_srp' },
        message: expect.stringContaining(floor),
      })
    else await validated
    await setRules(fixture, 'a', { price_floor_percent: '0' })
  })
})
