import { beforeAll, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { priceLists, type Versioned } from '../support/price-lists.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

/** Nobody validates below the floor that would count without their own changes (docs/ledgers.md). */
const fixture = testFixture()
const shop = trade(fixture)
const { seller, list, set, versionOf, group, customer } = priceLists(fixture, shop)
/** The person who takes a floor away, and validates later. */
let changer = () => fixture.role['special access 1']
const book = (customer_id: string, product_id: string, agent_srp: string) =>
  shop.rpc<Versioned>('create_booking', {
    p_booking: {
      ...{ customer_id, date_added: '2026-03-01' },
      lines: [{ product_id, quantity: 1, agent_srp }],
    },
  })

beforeAll(() => setRules(fixture, 'a', { price_floor_percent: '0' }))

/** Ways by which somebody takes a floor of others away: of the list, of a price, of a customer, of a product. */
type Floor = { list: Versioned; group: Versioned; buyer: string; product: string }
const change = (command: string, args: Record<string, unknown>) =>
  shop.rpc<Versioned>(command, args, changer())
const saveList = async ({ list: { id } }: Floor, details: object) =>
  change('save_price_list', {
    ...{ p_list: id, p_version: (await versionOf(id)).version },
    p_details: { name: `List ${id}`, floor_percent: '90', ...details },
  })
const item = { valid_from: '2026-01-01', price: '10.00' }
const ways: Record<string, (floor: Floor) => Promise<unknown>> = {
  'a lower percentage of the list': (floor) => saveList(floor, { floor_percent: '10' }),
  'no percentage of the list': (floor) => saveList(floor, { floor_percent: '' }),
  'an inactive list': (floor) => saveList(floor, { status: 'inactive' }),
  'a list that begins later': (floor) => saveList(floor, { valid_from: '2026-06-01' }),
  'a price that ends': async ({ list: { id }, product }) =>
    set(await versionOf(id), [{ product_id: product, valid_from: '2026-02-01' }], changer()),
  'a lower price from a later day': async ({ list: { id }, product }) =>
    set(
      await versionOf(id),
      [{ product_id: product, valid_from: '2026-02-01', price: '5.00' }],
      changer(),
    ),
  'a lower price on the same day': async ({ list: { id }, product }) =>
    set(await versionOf(id), [{ ...item, product_id: product, price: '5.00' }], changer()),
  'a group with another list': async ({ group: { id } }) =>
    change('save_customer_group', {
      ...{ p_group: id, p_version: (await versionOf(id, 'customer_groups')).version },
      p_details: { name: `Group ${id}`, price_list_id: '' },
    }),
  'an inactive group': async ({ group: { id }, list: of }) =>
    change('save_customer_group', {
      ...{ p_group: id, p_version: (await versionOf(id, 'customer_groups')).version },
      p_details: { name: `Group ${id}`, price_list_id: of.id, status: 'inactive' },
    }),
  'a customer without the group': async ({ buyer }) =>
    change('set_customer_prices', {
      ...{ p_customer: buyer, p_version: (await versionOf(buyer, 'customers')).version },
      p_details: {},
    }),
  "a customer with a cheaper list of one's own": async ({ buyer, product }) => {
    const { id } = await change('save_price_list', {
      ...{ p_list: null, p_version: null },
      p_details: { name: `Own ${buyer}`, valid_from: '2026-01-01' },
    })
    await set(await versionOf(id), [{ ...item, product_id: product, price: '5.00' }], changer())
    await change('set_customer_prices', {
      ...{ p_customer: buyer, p_version: (await versionOf(buyer, 'customers')).version },
      p_details: { price_list_id: id },
    })
  },
}
it.each(Object.keys(ways))('is not taken away by who then validates: %s', async (way) => {
  const product = await shop.product('1.00', 100)
  const of = await list({ floor_percent: '90' })
  await set(of, [{ ...item, product_id: product }])
  const members = await group(of.id)
  const floor = { list: of, group: members, buyer: await customer(members.id), product }
  const booked = () => book(floor.buyer, product, '6.00')
  const before = await booked()
  await expect(shop.validate(before.id, before.version)).rejects.toMatchObject({
    hint: 'below_price_floor',
  })
  await ways[way]!(floor)
  for (const { id, version } of [before, await booked()]) {
    await expect(shop.validate(id, version)).rejects.toMatchObject({ hint: 'maker_checker' })
    await shop.validate(id, version, null, seller())
  }
})

it('counts again for who took it away when others have changed it since', async () => {
  const product = await shop.product('1.00', 100)
  const of = await list({ floor_percent: '90' })
  await set(of, [{ ...item, product_id: product }])
  const buyer = await customer(null, of.id)
  await set(await versionOf(of.id), [{ ...item, product_id: product, price: '5.00' }], changer())
  await set(await versionOf(of.id), [{ ...item, product_id: product, price: '6.00' }], seller())
  const booked = await book(buyer, product, '5.40')
  await shop.validate(booked.id, booked.version)
})

it.each(Object.keys(ways))('is asked for of who made one of the changes alone: %s', async (way) => {
  const product = await shop.product('1.00', 100)
  const of = await list({ floor_percent: '90' })
  await set(of, [{ ...item, product_id: product }])
  const members = await group(of.id)
  const floor = { list: of, group: members, buyer: await customer(members.id), product }
  const { id } = await book(floor.buyer, product, '9.00')
  const changed = async (user: string) =>
    (
      await fixture.db.as<{ own: boolean }>(
        user,
        'select private.prices_by_caller($1::uuid, array[$2::uuid]) as own',
        [fixture.a, id],
      )
    )[0]!.own
  const usual = changer
  const manager = fixture.role['General Manager']
  // Other companies' people learn nothing: they are answered the same whatever was changed.
  expect(await changed(fixture.staffB)).toBe(true)
  expect(await changed(manager)).toBe(false)
  changer = () => manager
  await ways[way]!(floor).finally(() => {
    changer = usual
  })
  expect(await changed(manager)).toBe(true)
  expect(await changed(fixture.role.ASE)).toBe(false)
})

it('validation names the prices that are not those of the list on that day', async () => {
  const [listed, other] = [await shop.product('10.00'), await shop.product('10.00')]
  const named = await list({ name: 'Of the checks' })
  await set(named, [
    { product_id: listed, valid_from: '2026-01-01', price: '9.00' },
    { product_id: listed, valid_from: '2026-03-01', price: '8.00' },
  ])
  const buyer = await customer(null, named.id)
  const others = async (lines: Parameters<typeof shop.book>[1], on: string) => {
    const { id } = await shop.book(buyer, lines, on)
    const [row] = await fixture.db.as<{ other_prices: string[] }>(
      fixture.role['special access 1'],
      'select other_prices from public.validation_checks($1::uuid, array[$2::uuid])',
      [fixture.a, id],
    )
    return row!.other_prices
  }
  expect(await others([[listed, 1, '9.00']], '2026-02-20')).toEqual([])
  expect(await others([[listed, 1, '9.00']], '2026-03-01')).toEqual([
    expect.stringMatching(/ at 9\.00 \(Of the checks 8\.00\)$/),
  ])
  // Dearer than the list is another price too; a product in no list has the SRP.
  const both: Parameters<typeof shop.book>[1] = [
    [other, 1, '10.50'],
    [listed, 1, '8.50'],
  ]
  expect(await others(both, '2026-03-02')).toEqual([
    expect.stringMatching(/ at 10\.50 \(SRP 10\.00\)$/),
    expect.stringMatching(/ at 8\.50 \(Of the checks 8\.00\)$/),
  ])
})
