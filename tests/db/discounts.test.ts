import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

/** Discounts of lines, and free goods (docs/decisions/0042-amounts-of-lines.md). */
const fixture = testFixture()
const shop = trade(fixture)
const store = warehouse(fixture, shop)
const sales = reportReader(fixture, 'report_sales')
const bySku = reportReader(fixture, 'report_sales_customerspecific')
const invoices = reportReader(fixture, 'report_invoice')
const deliveries = reportReader(fixture, 'report_delivery')
const penetration = reportReader(fixture, 'report_penetration_report')
const [first, second, third] = ['2025-03-03', '2025-03-04', '2025-03-05'] as const

interface Booked {
  id: string
  version: number
  total: string
}
interface Line {
  product_id: string
  quantity: number
  agent_srp?: string
  agent_srp_pieces?: number
  discount_percent?: string
  discount_amount?: string
  free_of?: number
}
const book = async (lines: Line[], customer_id?: string) =>
  shop.rpc<Booked>('create_booking', {
    p_booking: {
      ...{ customer_id: customer_id ?? (await shop.customer()), date_added: first },
      lines,
    },
  })
const byCase = (product_id: string, quantity: number, more: Partial<Line> = {}): Line => ({
  ...{ product_id, quantity, agent_srp: '96.25', agent_srp_pieces: 12 },
  ...more,
})
const linesOf = (booking: string) =>
  fixture.db.sql<{ id: string; gross: string; amount: string; delivered: number }>(
    `select id, gross::text, amount::text, quantity_delivered as delivered from public.booking_lines
     where booking_id = $1::uuid order by line_no`,
    [booking],
  )
const deliver = async (booking: string, day: string, pieces: number[], remainder = 'keep') => {
  const lines = await linesOf(booking)
  return shop.deliver(
    booking,
    await store.version(booking),
    {
      ...{ remainder },
      lines: pieces.map((quantity, index) => ({ line_id: lines[index]!.id, quantity })),
    },
    day,
  )
}
const entries = (booking: string) =>
  fixture.db.sql<Record<string, unknown>>(
    `select kind, pieces, amount::text, discount::text, free from public.sales_entries
     where booking_id = $1::uuid order by id`,
    [booking],
  )
const violations = () =>
  fixture.db.sql('select * from private.book_check_violations(array[$1::uuid])', [fixture.a])

beforeAll(() => setRules(fixture, 'a', { price_floor_percent: '0' }))

describe('a discount', () => {
  it.each([
    // pieces, price for a case of 12 less percent and amount: gross, net
    [12, '7.50', undefined, '96.25', '89.03'],
    [12, '7.5', '1.03', '96.25', '88.00'],
    [24, '5', undefined, '192.50', '182.88'],
    [1, '10', undefined, '8.02', '7.22'],
    [12, '100', undefined, '96.25', '0.00'],
    [12, undefined, '96.25', '96.25', '0.00'],
    [12, undefined, undefined, '96.25', '96.25'],
  ])(
    'of %i pieces by %s percent and %s: of %s is left %s',
    async (pieces, percent, amount, gross, net) => {
      const booked = await book([
        byCase(await shop.product(), pieces, {
          discount_percent: percent,
          discount_amount: amount,
        }),
      ])
      expect(booked.total).toBe(net)
      expect(await linesOf(booked.id)).toMatchObject([{ gross, amount: net }])
    },
  )

  it.each([
    [{ discount_percent: '100.01' }, 'discount_percent'],
    [{ discount_percent: '99999999' }, 'discount_percent'],
    [{ discount_percent: '-1' }, 'discount_percent'],
    [{ discount_percent: '7.505' }, 'discount_percent'],
    [{ discount_amount: '96.26' }, 'discount_amount'],
    [{ discount_percent: '50', discount_amount: '48.14' }, 'discount_amount'],
    [{ discount_amount: 'ten' }, 'discount_amount'],
    [{ free_of: 1 }, 'free_of'],
    [{ free_of: 0 }, 'free_of'],
  ])('%o is refused at its field', async (more, field) => {
    await expect(book([byCase(await shop.product(), 12, more)])).rejects.toMatchObject({
      detail: `lines[0].${field}`,
    })
  })

  it('of 7.5 % on 96.25 a case, delivered as 5, 4 and 3 of 12: parts add up to 96.25 less 7.22', async () => {
    const customer = await shop.customer()
    const booked = await book(
      [byCase(await shop.product('8.02', 100), 12, { discount_percent: '7.5' })],
      customer,
    )
    await shop.validate(booked.id, booked.version)
    for (const [day, pieces] of [
      [first, 5],
      [second, 4],
      [third, 3],
    ] as const)
      await deliver(booked.id, day, [pieces])
    // 5 of 12 of 89.03125 are 37.10, 9 are 66.77; at the price 40.10 and 72.19.
    expect(await entries(booked.id)).toEqual([
      { kind: 'delivery', pieces: 5, amount: '37.10', discount: '3.00', free: false },
      { kind: 'delivery', pieces: 4, amount: '29.67', discount: '2.42', free: false },
      { kind: 'delivery', pieces: 3, amount: '22.26', discount: '1.80', free: false },
    ])
    for (const level of ['line', 'day', 'month', 'customer', 'agent', 'item', 'grouped', 'total'])
      for (const row of await sales({ customer_id: customer, level }))
        expect(Number(row.gross) - Number(row.discount) - Number(row.returns)).toBeCloseTo(
          Number(row.net),
          9,
        )
    const [total] = await sales({ customer_id: customer, level: 'total' })
    expect(total).toMatchObject({
      gross: '96.25',
      discount: '7.22',
      returns: '0.00',
      net: '89.03',
      free: '0',
    })
    const delivered = (level: string) => deliveries({ customer_id: customer, level })
    expect(
      (await delivered('line')).map(({ gross, discount, amount }) => [gross, discount, amount]),
    ).toEqual([
      ['40.10', '3.00', '37.10'],
      ['32.09', '2.42', '29.67'],
      ['24.06', '1.80', '22.26'],
    ])
    for (const level of ['grouped', 'booking', 'day', 'month', 'customer', 'agent', 'product'])
      for (const row of await delivered(level))
        expect(Number(row.gross) - Number(row.discount), level).toBeCloseTo(Number(row.amount), 9)
    expect((await delivered('total'))[0]).toMatchObject({
      ...{ gross: '96.25', discount: '7.22', amount: '89.03', pieces: '12', free: '0' },
    })
    const [ordered] = await sales({ customer_id: customer, level: 'total', basis: 'added' })
    expect(ordered).toMatchObject({
      gross: '96.25',
      discount: '7.22',
      returns: '0.00',
      net: '89.03',
    })
    expect(await violations()).toEqual([])
  })

  it('is taken off what is released, returned and invoiced in its share', async () => {
    const customer = await shop.customer()
    const booked = await book(
      [byCase(await shop.product('8.02', 100), 12, { discount_percent: '7.5' })],
      customer,
    )
    const { version } = await shop.validate(booked.id, booked.version)
    await shop.invoice(booked.id, version, 'D-1', first)
    await deliver(booked.id, second, [9], 'release')
    // 89.03 - 66.77 is never delivered.
    expect(await shop.booking(booked.id)).toMatchObject({
      total: '89.03',
      credited: '22.26',
      balance: '66.77',
    })
    const [paper] = await invoices({ customer_id: customer, level: 'invoice' })
    expect(paper).toMatchObject({
      gross: '96.25',
      discount: '7.22',
      net: '89.03',
      credited: '22.26',
      balance: '66.77',
      vatable: '79.49',
      vat: '9.54',
    })
    const left = { net: '66.77', credited: '0.00', vatable: '59.62', vat: '7.15' }
    expect(await invoices({ customer_id: customer, level: 'total' })).toMatchObject([left])
    const [printed] = await fixture.db.as<{ paper: Record<string, unknown> }>(
      fixture.role.Owner,
      'select public.invoice_document($1::uuid, $2::uuid) as paper',
      [fixture.a, booked.id],
    )
    expect(printed!.paper).toMatchObject({
      ...{ gross: '96.25', discount: '7.22', total: '89.03', due: '89.03' },
      lines: [{ discount_percent: '7.50', discount: '7.22', amount: '89.03', free_of: null }],
    })
    const line = await store.lineOf(booked.id)
    await store.decide(await store.ask(booked.id, 'take_back', [[line, 3]]), 'approved')
    // A third of 66.77, then the rest.
    await store.decide(await store.ask(booked.id, 'take_back', [[line, 6]]), 'approved')
    expect((await entries(booked.id)).map(({ amount }) => amount)).toEqual([
      '66.77',
      '-22.26',
      '-44.51',
    ])
    const [total] = await sales({ customer_id: customer, level: 'total' })
    expect(total).toMatchObject({ gross: '72.19', discount: '5.42', returns: '66.77', net: '0.00' })
    expect(await violations()).toEqual([])
  })

  it('stays when a booking is edited without it, only as far as it is sent', async () => {
    const product = await shop.product()
    const booked = await book([
      byCase(product, 12, { discount_percent: '10', discount_amount: '1' }),
    ])
    const edited = await shop.rpc<Booked>('update_booking', {
      ...{ p_booking: booked.id, p_version: booked.version },
      p_details: { lines: [byCase(product, 12, { discount_percent: '10' })] },
    })
    expect([booked.total, edited.total]).toEqual(['85.63', '86.63'])
    const [{ discount } = { discount: '' }] = await fixture.db.sql<{ discount: string }>(
      'select discount::text from public.bookings where id = $1::uuid',
      [booked.id],
    )
    expect(discount).toBe('9.62')
  })
})

describe('free goods', () => {
  const tenAndOne = async (customer?: string) => {
    const [product, gift] = [await shop.product('10.00', 50), await shop.product('10.00', 50)]
    const booked = await book(
      [
        { product_id: product, quantity: 10, agent_srp: '10.00' },
        { product_id: product, quantity: 1, free_of: 1 },
        { product_id: gift, quantity: 2, free_of: 1 },
      ],
      customer,
    )
    return { product, gift, booked }
  }

  it('are reserved, issued, and cost what they cost, for nothing', async () => {
    const customer = await shop.customer()
    const { product, gift, booked } = await tenAndOne(customer)
    expect(booked.total).toBe('100.00')
    await shop.validate(booked.id, booked.version)
    expect(await shop.stock(product)).toMatchObject({ reserved: 11, available: 39 })
    await deliver(booked.id, first, [10, 1, 2])
    expect(await shop.stock(product)).toMatchObject({ on_hand: 39, reserved: 0 })
    expect(await entries(booked.id)).toEqual(
      expect.arrayContaining([
        { kind: 'delivery', pieces: 10, amount: '100.00', discount: '0.00', free: false },
        { kind: 'delivery', pieces: 1, amount: '0.00', discount: '0.00', free: true },
        { kind: 'delivery', pieces: 2, amount: '0.00', discount: '0.00', free: true },
      ]),
    )
    const [total] = await sales({ customer_id: customer, level: 'total' })
    // 13 pieces of 7.00 left the stock.
    expect(total).toMatchObject({
      pieces: '10',
      free: '3',
      gross: '100.00',
      discount: '0.00',
      net: '100.00',
      cost: '91.00',
      bookings: '1',
    })
    const gone = (level: string) => deliveries({ customer_id: customer, level })
    expect((await gone('total'))[0]).toMatchObject({
      ...{ pieces: '10', free: '3', gross: '100.00', discount: '0.00', amount: '100.00' },
    })
    expect((await gone('line')).map(({ pieces, free, amount }) => [pieces, free, amount])).toEqual([
      ['10', '0', '100.00'],
      ['0', '1', '0.00'],
      ['0', '2', '0.00'],
    ])
    const skus = await bySku({ customer_id: customer, level: 'product', from: first, to: third })
    expect(skus.map(({ product_id, pieces, free }) => [product_id, pieces, free])).toEqual(
      expect.arrayContaining([
        [product, '10', '1'],
        [gift, '0', '2'],
      ]),
    )
    const [reached] = await penetration({
      level: 'total',
      items: 'product',
      product_id: gift,
      from: first,
      to: third,
    })
    expect(reached).toMatchObject({ buyers: '0' })
    const [bought] = await penetration({
      level: 'total',
      items: 'product',
      product_id: product,
      from: first,
      to: third,
    })
    expect(bought).toMatchObject({ buyers: '1' })
    expect(await violations()).toEqual([])
  })

  it('come back for nothing, in a memo of 0.00', async () => {
    const customer = await shop.customer()
    const { gift, booked } = await tenAndOne(customer)
    await shop.validate(booked.id, booked.version)
    await deliver(booked.id, first, [10, 1, 2])
    const [, , given] = await linesOf(booked.id)
    await store.decide(await store.ask(booked.id, 'take_back', [[given!.id, 2]]), 'approved')
    expect(await shop.stock(gift)).toMatchObject({ on_hand: 50, available: 50 })
    expect(await shop.booking(booked.id)).toMatchObject({ credited: '0.00', balance: '100.00' })
    const [total] = await sales({ customer_id: customer, level: 'total' })
    expect(total).toMatchObject({
      pieces: '10',
      free: '1',
      net: '100.00',
      returns: '0.00',
      cost: '77.00',
    })
    expect(await violations()).toEqual([])
  })

  it.each([
    ['no line before it', [{ free_of: 1 }], 0, 'free_of'],
    ['itself', [{}, { free_of: 2 }], 1, 'free_of'],
    ['another free line', [{}, { free_of: 1 }, { free_of: 2 }], 2, 'free_of'],
    ['a price', [{}, { free_of: 1, agent_srp: '1.00' }], 1, 'agent_srp'],
    ['a discount', [{}, { free_of: 1, discount_percent: '5' }], 1, 'agent_srp'],
  ])('of %s are refused', async (_, lines, index, field) => {
    const product_id = await shop.product()
    await expect(
      book(
        lines.map((line: Partial<Line>) => ({
          product_id,
          quantity: 1,
          ...(line.free_of === undefined && { agent_srp: '10.00' }),
          ...line,
        })),
      ),
    ).rejects.toMatchObject({ detail: `lines[${index}].${field}` })
  })
})

describe('the price floor', () => {
  const tooLow = { hint: 'below_price_floor', detail: 'lines[0].agent_srp' }
  it.each([
    // The floor is 70 % of 10.00.
    ['a price less 30 %', { discount_percent: '30' }, 0, null],
    ['a price less 30.01 %', { discount_percent: '30.01' }, 0, 'at 7.00 (floor 7.00)'],
    ['a line less 30.00 of 100.00', { discount_amount: '30' }, 0, null],
    ['a line less 30.01 of 100.00', { discount_amount: '30.01' }, 0, 'at 7.00 (floor 7.00)'],
    // Ten are paid and four are free: 100.00 for goods that are worth 98.00 at the floor; with five it is 105.00.
    ['ten and four free', {}, 4, null],
    ['ten and five free', {}, 5, 'at 10.00 (floor 10.50)'],
    ['ten less 10 % and two free', { discount_percent: '10' }, 2, null],
    ['ten less 15 % and three free', { discount_percent: '15' }, 3, 'at 8.50 (floor 9.10)'],
  ])('of %s', async (_, more, free, message) => {
    await setRules(fixture, 'a', { price_floor_percent: '70' })
    const product = await shop.product('10.00', 50)
    const booked = await book([
      { product_id: product, quantity: 10, agent_srp: '10.00', ...more },
      ...(free ? [{ product_id: product, quantity: free, free_of: 1 }] : []),
    ])
    const validated = shop.validate(booked.id, booked.version)
    if (message) {
      await expect(validated).rejects.toMatchObject({
        ...tooLow,
        message: expect.stringContaining(message),
      })
      await shop.validate(booked.id, booked.version, 'Anniversary', fixture.role.Owner)
    } else await validated
    await setRules(fixture, 'a', { price_floor_percent: '0' })
  })

  it('holds free goods of a product without an SRP', async () => {
    await setRules(fixture, 'a', { price_floor_percent: '70' })
    const [product, gift] = [await shop.product('10.00', 50), await shop.product('0.00', 50)]
    const booked = await book([
      { product_id: product, quantity: 10, agent_srp: '10.00' },
      { product_id: gift, quantity: 1, free_of: 1 },
    ])
    await expect(shop.validate(booked.id, booked.version)).rejects.toMatchObject({
      ...{ hint: 'below_price_floor', detail: 'lines[1].agent_srp' },
    })
    await setRules(fixture, 'a', { price_floor_percent: '0' })
  })
})
