import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { listCategories } from '../support/categories.ts'
import { testFixture } from '../support/fixture.ts'
import { priceLists, type Versioned } from '../support/price-lists.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

/** Price lists: whose list counts, from which day, and its floor (docs/ledgers.md). */
const fixture = testFixture()
const shop = trade(fixture)
const { seller, list, set, versionOf, group, customer, proposed } = priceLists(fixture, shop)
const owner = () => fixture.role.Owner

beforeAll(() => setRules(fixture, 'a', { price_floor_percent: '0' }))

describe('the proposed price', () => {
  it('is that of the customer, of the group, of the default list, of the product', async () => {
    const product = await shop.product('10.00')
    const [own, ofGroup, standard] = [await list(), await list(), await list({ is_default: true })]
    const keyAccount = await customer((await group(ofGroup.id)).id, own.id)
    const member = await customer((await group(ofGroup.id)).id)
    const idle = await customer((await group(ofGroup.id, { status: 'inactive' })).id)
    const other = await shop.customer()
    const prices = async () =>
      Promise.all(
        [keyAccount, member, idle, other, null].map(
          async (of) => (await proposed(of, product))!.agent_srp,
        ),
      )
    expect(await prices()).toEqual(['10.00', '10.00', '10.00', '10.00', '10.00'])
    await set(standard, [{ product_id: product, valid_from: '2026-01-01', price: '9.00' }])
    expect(await prices()).toEqual(['9.00', '9.00', '9.00', '9.00', '9.00'])
    await set(ofGroup, [{ product_id: product, valid_from: '2026-01-01', price: '8.00' }])
    expect(await prices()).toEqual(['8.00', '8.00', '9.00', '9.00', '9.00'])
    await set(own, [{ product_id: product, valid_from: '2026-01-01', price: '7.00' }])
    expect(await prices()).toEqual(['7.00', '8.00', '9.00', '9.00', '9.00'])
    // A list that is inactive, or has not begun, is none.
    await shop.rpc(
      'save_price_list',
      {
        ...{ p_list: own.id, p_version: (await versionOf(own.id)).version },
        p_details: { name: 'Own', status: 'inactive' },
      },
      seller(),
    )
    expect((await prices())[0]).toBe('8.00')
    expect(await proposed(member, product, '2025-12-31')).toMatchObject({
      agent_srp: '10.00',
      list_name: null,
    })
    await shop.rpc(
      'save_price_list',
      {
        ...{ p_list: standard.id, p_version: (await versionOf(standard.id)).version },
        p_details: { name: 'Standard', is_default: false },
      },
      seller(),
    )
    expect((await proposed(other, product))!.agent_srp).toBe('10.00')
  })

  it('is that of the last day that has begun, from its first hour', async () => {
    const product = await shop.product('10.00')
    const of = await list({ name: 'Supermarkets' })
    await set(of, [
      { product_id: product, valid_from: '2026-01-01', price: '96.25', price_pieces: 12 },
      { product_id: product, valid_from: '2026-11-01', price: '100.00', price_pieces: 12 },
      { product_id: product, valid_from: '2026-12-01' },
    ])
    const buyer = await customer(null, of.id)
    const at = (on: string) => proposed(buyer, product, on)
    expect(await at('2026-10-31')).toMatchObject({
      agent_srp: '96.25',
      agent_srp_pieces: 12,
      valid_from: '2026-01-01',
    })
    expect(await at('2026-11-01')).toMatchObject({
      ...{ agent_srp: '100.00', agent_srp_pieces: 12 },
      ...{ list_name: 'Supermarkets', valid_from: '2026-11-01' },
    })
    expect(await at('2026-11-30')).toMatchObject({ agent_srp: '100.00' })
    // From here on the product is in the list no longer.
    expect(await at('2026-12-01')).toMatchObject({ agent_srp: '10.00', list_name: null })
  })

  it('of a product wins over its category; a category follows the live SRP', async () => {
    const [soap, soda] = [await shop.product('10.00'), await shop.product('96.25')]
    await listCategories(fixture, ['Drinks'], ['Glass'])
    await fixture.db.sql(
      `update public.products set category1 = 'Drinks', category2 = 'Glass' where id in ($1::uuid, $2::uuid)`,
      [soap, soda],
    )
    const of = await list()
    await set(of, [
      { category: 'Drinks', percent: '-7.5', valid_from: '2026-01-01' },
      { product_id: soap, price: '9.50', valid_from: '2026-01-01' },
    ])
    const buyer = await customer(null, of.id)
    expect((await proposed(buyer, soap))!.agent_srp).toBe('9.50')
    // 96.25 less 7.5 % is 89.03125.
    expect((await proposed(buyer, soda))!.agent_srp).toBe('89.03')
    await set(await versionOf(of.id), [
      { category_no: 2, category: 'Glass', percent: '10', valid_from: '2026-01-01' },
    ])
    expect((await proposed(buyer, soda))!.agent_srp).toBe('105.88')
    await set(await versionOf(of.id), [
      { category_no: 2, category: 'Glass', valid_from: '2026-02-01' },
    ])
    expect((await proposed(buyer, soda))!.agent_srp).toBe('89.03')
  })

  it('is read by agents for own customers, without floors', async () => {
    const product = await shop.product('10.00')
    const of = await list({ floor_percent: '90' })
    await set(of, [{ product_id: product, price: '9.00', valid_from: '2026-01-01' }])
    const buyer = await customer(null, of.id)
    expect(await proposed(buyer, product)).toMatchObject({ agent_srp: '9.00', floor: '8.10' })
    expect(await proposed(buyer, product, '2026-03-01', fixture.role.Agent)).toMatchObject({
      agent_srp: '9.00',
      floor: null,
    })
    const another = await fixture.addAgent('a', 'Another agent')
    await expect(proposed(buyer, product, '2026-03-01', another)).rejects.toMatchObject({
      code: 'P0002',
    })
    await expect(
      proposed(null, product, '2026-03-01', fixture.role.Collector),
    ).rejects.toMatchObject({ code: '42501' })
    expect(
      await fixture.db.as(
        fixture.role.Agent,
        'select id from public.price_list_items where project_id = $1::uuid',
        [fixture.a],
      ),
    ).toEqual([])
  })
})

describe('the floor of a list', () => {
  const book = (customer_id: string, lines: Record<string, unknown>[], date_added = '2026-03-01') =>
    shop.rpc<Versioned>('create_booking', { p_booking: { customer_id, date_added, lines } })
  const low = { hint: 'below_price_floor' }

  it.each([
    // A case of 12 at 96.25 with a floor of 90.00 is 7.50 a piece.
    ['96.25', 12, undefined, true],
    ['90.00', 12, undefined, true],
    ['89.99', 12, undefined, false],
    ['7.50', 1, undefined, true],
    ['7.49', 1, undefined, false],
    ['96.25', 12, '6.49', true],
    ['96.25', 12, '6.50', false],
  ])(
    'of 90.00 a case: %s for %i pieces less %s percent',
    async (agent_srp, agent_srp_pieces, discount_percent, passes) => {
      const product = await shop.product('1.00', 100)
      const of = await list()
      await set(of, [
        {
          ...{ product_id: product, valid_from: '2026-01-01' },
          ...{ price: '96.25', price_pieces: 12, floor: '90.00' },
        },
      ])
      const buyer = await customer(null, of.id)
      const priced = { agent_srp, agent_srp_pieces, discount_percent }
      const line = { product_id: product, quantity: 24, ...priced }
      const booked = await book(buyer, [line])
      const validated = shop.validate(booked.id, booked.version)
      if (passes) await validated
      else {
        await expect(validated).rejects.toMatchObject({ ...low, detail: 'lines[0].agent_srp' })
        await shop.validate(booked.id, booked.version, 'Opening of the store', owner())
      }
      // The list counts for this customer, from its day on.
      for (const [who, day] of [
        [await shop.customer(), '2026-03-01'],
        [buyer, '2025-12-31'],
      ] as const) {
        const free = await book(
          who,
          [{ product_id: product, quantity: 12, agent_srp: '0.50' }],
          day,
        )
        await shop.validate(free.id, free.version)
      }
    },
  )

  it('in percent counts for each price of the list; the floor of the company counts beside it', async () => {
    const product = await shop.product('10.00', 100)
    const of = await list({ floor_percent: '95' })
    await set(of, [{ product_id: product, price: '8.00', valid_from: '2026-01-01' }])
    const buyer = await customer(null, of.id)
    const validate = async (agent_srp: string) => {
      const { id, version } = await book(buyer, [{ product_id: product, quantity: 1, agent_srp }])
      return shop.validate(id, version)
    }
    await validate('7.60')
    await expect(validate('7.59')).rejects.toMatchObject(low)
    await setRules(fixture, 'a', { price_floor_percent: '80' })
    // A list never lowers what the company asks.
    await validate('8.00')
    await expect(validate('7.99')).rejects.toMatchObject(low)
    await setRules(fixture, 'a', { price_floor_percent: '0' })
  })

  it('is not lowered by who validates below it', async () => {
    const product = await shop.product('1.00', 100)
    const of = await list()
    const item = { product_id: product, price: '10.00', valid_from: '2026-01-01' }
    const { version } = await set(of, [{ ...item, floor: '9.00' }])
    await set({ ...of, version }, [{ ...item, floor: '5.00' }], fixture.role['special access 1'])
    const buyer = await customer(null, of.id)
    const booked = await book(buyer, [{ product_id: product, quantity: 1, agent_srp: '6.00' }])
    await expect(shop.validate(booked.id, booked.version)).rejects.toMatchObject({
      hint: 'maker_checker',
    })
    await shop.validate(booked.id, booked.version, null, seller())
  })
})

describe('a price list', () => {
  it('keeps who changed which price when', async () => {
    const product = await shop.product('10.00')
    const of = await list()
    const item = { product_id: product, valid_from: '2026-01-01' }
    await set(of, [{ ...item, price: '9.00', floor: '8.00' }])
    await set(
      await versionOf(of.id),
      [{ ...item, price: '96.25', price_pieces: 12, floor: '90.00' }],
      owner(),
    )
    await set(await versionOf(of.id), [
      { ...item, valid_from: '2026-06-01', price: '96.25', price_pieces: 12 },
    ])
    const history = await fixture.db.as<Record<string, unknown>>(
      owner(),
      `select price, old_price::text, old_pieces, new_price::text, new_pieces, valid_from::text, created_by from public.price_changes
       where project_id = $1::uuid and product_id = $2::uuid order by id`,
      [fixture.a, product],
    )
    expect(history.map((row) => Object.values(row).slice(0, 6).join(' '))).toEqual([
      'list_price 0.00 1 9.00 1 2026-01-01',
      'list_floor 0.00 1 8.00 1 2026-01-01',
      'list_price 9.00 1 96.25 12 2026-01-01',
      'list_floor 8.00 1 90.00 12 2026-01-01',
      'list_floor 90.00 12 0.00 12 2026-06-01',
    ])
    expect(history.map(({ created_by }) => created_by)).toEqual([
      seller(),
      seller(),
      owner(),
      owner(),
      seller(),
    ])
    expect(
      await fixture.db.as(
        fixture.role.Agent,
        `select id from public.price_changes where product_id = $1::uuid`,
        [product],
      ),
    ).toEqual([])
  })

  it('keeps the percentages of a category with each product that it has', async () => {
    const first = await shop.product('10.00')
    const second = await shop.product('33.33')
    const other = await shop.product('10.00')
    await fixture.db.sql(
      `update public.products set category2 = 'Glass' where id in ($1::uuid, $2::uuid)`,
      [first, second],
    )
    const of = await list()
    const item = { category_no: 2, category: 'Glass', valid_from: '2026-01-01' }
    await set(of, [{ ...item, percent: '-7.5' }])
    await set(await versionOf(of.id), [{ ...item, percent: '-7.5' }])
    await set(
      await versionOf(of.id),
      [{ ...item, percent: '10', valid_from: '2026-02-01' }],
      owner(),
    )
    await set(await versionOf(of.id), [{ ...item, valid_from: '2026-03-01' }])
    const historyOf = async (product: string) =>
      (
        await fixture.db.as<Record<string, unknown>>(
          owner(),
          `select old_price::text, new_price::text, percent::text, valid_from::text, created_by from public.price_changes
           where project_id = $1::uuid and product_id = $2::uuid and price = 'list_percent' order by id`,
          [fixture.a, product],
        )
      ).map((row) => Object.values(row))
    expect(await historyOf(first)).toEqual([
      ['0.00', '9.25', '-7.50', '2026-01-01', seller()],
      ['9.25', '11.00', '10.00', '2026-02-01', owner()],
      ['11.00', '0.00', null, '2026-03-01', seller()],
    ])
    // 33.33 × 0.925 = 30.83025; 33.33 × 1.1 = 36.663
    expect((await historyOf(second)).map(([, now]) => now)).toEqual(['30.83', '36.66', '0.00'])
    expect(await historyOf(other)).toEqual([])
  })

  it('is changed by one at a time: the second sees the first', async () => {
    const product = await shop.product('10.00')
    const of = await list()
    const item = { product_id: product, valid_from: '2026-01-01' }
    const both = await Promise.allSettled([
      set(of, [{ ...item, price: '9.00' }]),
      set(of, [{ ...item, price: '8.00' }], owner()),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { hint: 'stale_version' },
    })
  })

  it('keeps bookings as they are, and copies its prices to another day, dearer', async () => {
    const [soap, soda] = [await shop.product('10.00', 10), await shop.product('10.00')]
    const salt = await shop.product('10.00')
    const of = await list()
    await set(of, [
      {
        ...{ product_id: soap, valid_from: '2026-01-01' },
        ...{ price: '96.25', price_pieces: 12, floor: '90.00' },
      },
      { product_id: soda, valid_from: '2026-01-01', price: '8.00' },
      { product_id: soda, valid_from: '2026-06-01', price: '8.88' },
      { product_id: salt, valid_from: '2026-01-01', price: '8.00' },
    ])
    const buyer = await customer(null, of.id)
    const booked = await shop.book(buyer, [[soap, 1, '96.25']])
    const { version } = await versionOf(of.id)
    const change = {
      p_list: of.id,
      p_version: version,
      p_change: { valid_from: '2026-06-01', percent: '2.5' },
    }
    await shop.rpc('reprice_list', change, seller())
    expect(await proposed(buyer, soap, '2026-05-31')).toMatchObject({
      agent_srp: '96.25',
      floor: '90.00',
    })
    // 98.65625 and 92.25; what was entered for that day stays.
    expect(await proposed(buyer, soap, '2026-06-01')).toMatchObject({
      agent_srp: '98.66',
      agent_srp_pieces: 12,
      floor: '92.25',
    })
    expect((await proposed(buyer, soda, '2026-06-01'))!.agent_srp).toBe('8.88')
    // A price without a floor of its own has none afterwards either.
    expect(await proposed(buyer, salt, '2026-06-01')).toMatchObject({
      ...{ agent_srp: '8.20', floor: '0.00' },
    })
    expect((await shop.booking(booked.id)).total).toBe('96.25')
    await expect(shop.rpc('reprice_list', change, seller())).rejects.toMatchObject({
      hint: 'stale_version',
    })
  })

  it.each([
    [{ price: '0' }, 'price'],
    [{ price: '1.005' }, 'price'],
    [{ price: '5', floor: '5.01' }, 'floor'],
    [{ price: '5', price_pieces: 0 }, 'price_pieces'],
    [{ price: '5', valid_from: '2026-02-30' }, 'valid_from'],
    [{ price: '5', category: 'Drinks' }, 'category'],
    [{ price: '5', product_id: randomUUID() }, 'product_id'],
    [{ product_id: undefined }, 'category'],
    [{ product_id: undefined, category: 'Drinks', percent: '-100' }, 'percent'],
    [{ product_id: undefined, category: 'Drinks', percent: '5', category_no: 4 }, 'category_no'],
    [{ product_id: undefined, category: 'Nowhere', percent: '5' }, 'category'],
  ])('refuses %o', async (item, field) => {
    const product_id = await shop.product()
    await expect(set(await list(), [{ product_id, ...item }])).rejects.toMatchObject({
      ...{ code: '22023', detail: `items[0].${field}` },
    })
  })

  it('has a name of its own, and so has a group', async () => {
    await list({ name: 'Wholesale' })
    await expect(list({ name: ' wholesale ' })).rejects.toMatchObject({
      code: '23505',
      detail: 'name',
    })
    await group(null, { name: 'Stores' })
    await expect(group(null, { name: 'STORES' })).rejects.toMatchObject({
      code: '23505',
      detail: 'name',
    })
    await expect(group(randomUUID())).rejects.toMatchObject({
      code: '22023',
      detail: 'price_list_id',
    })
  })
})
