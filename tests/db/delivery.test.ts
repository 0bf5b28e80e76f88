import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { planOf } from '../support/plans.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const crew = () => fixture.role.warehouse

type Row = Record<string, unknown>

async function customer(agent_id: string, area: string | null, name: string): Promise<string> {
  const made = await shop.rpc('request_customer', {
    p_customer: { name, agent_id, area, terms_days: '30' },
  })
  return made.id!
}

async function validated(
  buyer: string,
  lines: [product: string, quantity: number, srp: string][],
  date?: string,
) {
  const booking = await shop.book(buyer, lines, date)
  const { version } = await shop.validate(booking.id, booking.version)
  const found = await fixture.db.sql<{ id: string }>(
    'select id from public.booking_lines where booking_id = $1::uuid order by line_no',
    [booking.id],
  )
  return { id: booking.id, so_no: booking.so_no, version, lines: found.map(({ id }) => id) }
}

const list = (filters: object, user = crew()) =>
  fixture.db.as<Row>(user, 'select * from public.delivery_list($1::uuid, $2::text::jsonb)', [
    fixture.a,
    JSON.stringify(filters),
  ])
const pick = (filters: object) =>
  fixture.db.as<Row>(crew(), 'select * from public.pick_list($1::uuid, $2::text::jsonb)', [
    fixture.a,
    JSON.stringify(filters),
  ])
const receipt = (p_booking: string, p_on: string | null = null) =>
  fixture.db.rpc<Row & { lines: Row[] }>(crew(), 'delivery_receipt', {
    p_project: fixture.a,
    p_booking,
    p_on,
  })

describe('a day of deliveries', () => {
  it('lists what is open and what was delivered, by agent and area, parts too', async () => {
    const [anna, ben] = [await fixture.addAgent('a', 'Anna'), await fixture.addAgent('a', 'Ben')]
    const [soap, rice] = [await shop.product('10.00', 0), await shop.product('20.00', 0, 1)]
    for (const product of [soap, rice])
      await shop.rpc('create_purchase', {
        p_purchase: {
          po_no: `OPEN-${product}`,
          supplier: 'S',
          date_added: '2026-01-01',
          lines: [{ product_id: product, quantity: 500, cost: '1.00' }],
        },
      })
    const north = await customer(anna, 'North', 'Zeta Store')
    const other = await customer(anna, 'North', 'Alpha Store')
    const nowhere = await customer(ben, null, 'Beta Store')
    const one = await validated(north, [[soap, 30, '10.00']], '2026-02-01')
    const two = await validated(
      other,
      [
        [soap, 10, '10.00'],
        [rice, 3, '20.00'],
      ],
      '2026-02-01',
    )
    const three = await validated(nowhere, [[soap, 5, '10.00']], '2026-02-01')

    const open = await list({})
    expect(open.map((row) => [row.agent_name, row.area, row.so_no, Number(row.amount)])).toEqual([
      ['Anna', 'North', two.so_no, 160],
      ['Anna', 'North', one.so_no, 300],
      ['Ben', null, three.so_no, 50],
    ])
    // Paging on and back by the key.
    const [, second] = open
    expect((await list({ after: open[0]!.row_key, limit: 1 })).map((row) => row.so_no)).toEqual([
      second!.so_no,
    ])
    expect((await list({ before: open[2]!.row_key })).map((row) => row.so_no)).toEqual([
      one.so_no,
      two.so_no,
    ])
    const groups = await list({ level: 'group' })
    expect(
      groups.map((row) => [row.agent_name, row.area, Number(row.bookings), Number(row.amount)]),
    ).toEqual([
      ['Anna', 'North', 2, 460],
      ['Ben', null, 1, 50],
    ])
    expect((await list({ area: '' })).map((row) => row.so_no)).toEqual([three.so_no])
    expect((await list({ agent_id: anna, area: 'North' })).length).toBe(2)
    const [total] = await list({ level: 'total' })
    expect([Number(total!.bookings), Number(total!.amount)]).toEqual([3, 510])

    // The list is in cases, for all bookings or the selected ones; goods on hold stay on the shelf.
    const goods = await pick({})
    expect(
      goods.map((row) => [row.product_id, Number(row.pieces), Number(row.bookings), row.on_hand]),
    ).toEqual(
      expect.arrayContaining([
        [soap, 45, 3, 500],
        [rice, 3, 1, 500],
      ]),
    )
    expect((await pick({ bookings: [one.id] })).map((row) => Number(row.pieces))).toEqual([30])
    const held = await shop.rpc<{ id: string; version: number }>('create_warehouse_request', {
      p_request: { booking_id: three.id, kind: 'hold', reason: 'Recall' },
    })
    await shop.rpc(
      'decide_warehouse_request',
      { p_request: held.id, p_version: held.version, p_decision: 'approved' },
      fixture.role.Owner,
    )
    expect((await pick({ agent_id: ben })).length).toBe(0)
    expect((await list({ agent_id: ben }))[0]).toMatchObject({ on_hold: true })

    // A part on one day, the rest short on the next.
    const first = await shop.deliver(
      two.id,
      two.version,
      { lines: [{ line_id: two.lines[0], quantity: 10 }], remainder: 'keep' },
      '2026-02-05',
    )
    expect((await list({ agent_id: anna })).map((row) => Number(row.amount))).toEqual([60, 300])
    await shop.deliver(
      two.id,
      first.version,
      { lines: [{ line_id: two.lines[1], quantity: 2 }], remainder: 'release' },
      '2026-02-06',
    )
    await shop.deliver(one.id, one.version, null, '2026-02-06')
    const day = async (on: string) =>
      (await list({ on })).map((row) => [row.so_no, Number(row.amount)])
    expect(await day('2026-02-05')).toEqual([[two.so_no, 100]])
    expect(await day('2026-02-06')).toEqual([
      [two.so_no, 40],
      [one.so_no, 300],
    ])
    // A corrected date moves the delivery to its day.
    const { version } = await shop.booking(one.id)
    await shop.rpc('set_booking_dates', {
      p_booking: one.id,
      p_version: Number(version),
      p_dates: { date_delivered: '2026-02-07' },
      p_reason: 'Driver returned late',
    })
    expect(await day('2026-02-06')).toEqual([[two.so_no, 40]])
    expect(await day('2026-02-07')).toEqual([[one.so_no, 300]])

    expect(await receipt(two.id, '2026-02-05')).toMatchObject({
      days: ['2026-02-05', '2026-02-06'],
      amount: '100.00',
      lines: [
        { ordered: 10, before: 0, now: 10, amount: '100.00' },
        { ordered: 3, before: 0, now: 0, released: 1 },
      ],
    })
    expect(await receipt(two.id)).toMatchObject({
      on: '2026-02-06',
      open: false,
      amount: '40.00',
      lines: [
        { before: 10, now: 0 },
        { before: 0, now: 2 },
      ],
    })
    expect(await receipt(three.id)).toMatchObject({
      on: null,
      open: true,
      amount: '50.00',
      lines: [{ ordered: 5, before: 0, now: 5 }],
    })
    await expect(receipt(fixture.newIdempotencyKey())).rejects.toMatchObject({ code: 'P0002' })
    // Another company sees none of it.
    expect(await list({}, fixture.staffB)).toEqual([])
    await expect(
      fixture.db.rpc(fixture.staffB, 'delivery_receipt', {
        p_project: fixture.a,
        p_booking: two.id,
      }),
    ).rejects.toMatchObject({ code: 'P0002' })
  })
})

describe('a line delivered twice in one list', () => {
  it('is added up, and never more than is open', async () => {
    const product = await shop.product('10.00', 20)
    const one = await validated(await shop.customer(), [[product, 8, '10.00']])
    const twice = (quantity: number) => ({
      lines: [
        { line_id: one.lines[0], quantity: 4 },
        { line_id: one.lines[0], quantity },
      ],
      remainder: 'keep',
    })
    await expect(shop.deliver(one.id, one.version, twice(5))).rejects.toMatchObject({
      detail: 'lines[0].quantity',
    })
    await shop.deliver(one.id, one.version, twice(3))
    expect(await shop.stock(product)).toMatchObject({ on_hand: 13, reserved: 1 })
  })

  it('with two lines of one product releases and issues each for itself', async () => {
    const product = await shop.product('10.00', 20)
    const one = await validated(await shop.customer(), [
      [product, 8, '10.00'],
      [product, 4, '9.00'],
    ])
    await shop.deliver(one.id, one.version, {
      lines: [
        { line_id: one.lines[1], quantity: 1 },
        { line_id: one.lines[0], quantity: 6 },
      ],
      remainder: 'release',
    })
    expect(await shop.stock(product)).toMatchObject({ on_hand: 13, reserved: 0 })
    expect(await shop.booking(one.id)).toMatchObject({
      total: '116.00',
      credited: '47.00',
      balance: '69.00',
    })
  })
})

describe('the day list', () => {
  it('finds the deliveries of a day by index', async () => {
    // The planner chooses by the size of the index, which it knows of a table that was analyzed.
    await fixture.db.sql('analyze public.sales_entries')
    const plan = await planOf(
      fixture.db,
      crew(),
      `select booking_id, line_id, pieces from public.sales_entries
       where project_id = '${fixture.a}' and on_date = '2026-02-05' and kind = 'delivery'`,
    )
    expect(plan).toContain('sales_entries_day_idx')
  })
})
