import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { trade } from '../support/trade.ts'

interface Versioned {
  id: string
  version: number
}

const fixture = testFixture()
const shop = trade(fixture)

const open = (p_count: object) => shop.rpc<Versioned>('open_stock_count', { p_count })
const enter = (count: Versioned, counted: [string, string][], submit = true) =>
  shop.rpc<Versioned>('enter_stock_count', {
    p_count: count.id,
    p_version: count.version,
    p_lines: { lines: counted.map(([product_id, n]) => ({ product_id, counted: n })) },
    p_submit: submit,
  })
/** Counted pieces of lines that are not of what can be sold. */
const enterBad = (count: Versioned, product_id: string, shelf: string, bad: string) =>
  shop.rpc<Versioned>('enter_stock_count', {
    p_count: count.id,
    p_version: count.version,
    p_lines: {
      lines: [
        { product_id, counted: shelf },
        { product_id, stock_state: 'bad_order', counted: bad },
      ],
    },
    p_submit: true,
  })
const post = (count: Versioned, user = fixture.role.Owner) =>
  shop.rpc<Versioned>(
    'post_stock_count',
    { p_count: count.id, p_version: count.version, p_reason: 'Yearly count' },
    user,
  )
const totals = async (count: Versioned, user = fixture.role.warehouse) =>
  (
    await fixture.db.as<Record<string, string | null>>(
      user,
      `select lines::text, counted::text, differing::text, surplus::text, missing::text, cost_value::text, srp_value::text
       from public.stock_count_totals($1::uuid, array[$2::uuid])`,
      [fixture.a, count.id],
    )
  )[0]
const sheetOf = (count: Versioned, user: string) =>
  fixture.db.as<Record<string, number | string | null>>(
    user,
    'select product_id, expected, counted, variance, on_hand from public.stock_count_sheet($1::uuid, $2::uuid)',
    [fixture.a, count.id],
  )

describe('a count', () => {
  it('posted while stock moves is right: what moved since the sheet is not counted twice', async () => {
    const [less, more, same, skipped] = [
      await shop.product('10.00', 20),
      await shop.product('10.00', 20),
      await shop.product('10.00', 20),
      await shop.product('10.00', 20),
    ]
    const count = await open({ title: 'Night count' })
    await shop.buy(less, 5)
    const booking = await shop.book(await shop.customer(), [[more, 3, '10.00']])
    await shop.validate(booking.id, booking.version)
    await shop.deliver(booking.id, booking.version + 1)
    const entered = await enter(count, [
      [less, '18'],
      [more, '21'],
      [same, '20'],
    ])
    await expect(post(entered, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    await post(entered)
    expect((await shop.stock(less)).on_hand).toBe(23)
    expect((await shop.stock(more)).on_hand).toBe(18)
    expect((await shop.stock(same)).on_hand).toBe(20)
    expect((await shop.stock(skipped)).on_hand).toBe(20)
    await expect(post({ ...entered, version: entered.version + 1 })).rejects.toMatchObject({
      hint: 'wrong_state',
    })
  })

  it('can be corrected until posted, and given up', async () => {
    const product = await shop.product('10.00', 20)
    const count = await open({ title: 'Corrected' })
    const first = await enter(count, [[product, '5']])
    const second = await enter(first, [[product, '']], false)
    await expect(enter(second, [])).rejects.toMatchObject({ detail: 'lines' })
    await shop.rpc('cancel_stock_count', {
      p_count: count.id,
      p_version: second.version,
      p_reason: 'Wrong store',
    })
    expect((await shop.stock(product)).on_hand).toBe(20)
    await expect(enter(count, [[product, '5']])).rejects.toMatchObject({ hint: 'stale_version' })
  })

  it('refuses what was missing then and is sold now, and products that are not on the sheet', async () => {
    const product = await shop.product('10.00', 10)
    const count = await open({ title: 'Late' })
    const later = await shop.product('10.00', 10)
    await expect(enter(count, [[later, '1']])).rejects.toMatchObject({
      detail: 'lines[0].product_id',
    })
    await expect(enter(count, [[product, '-1']])).rejects.toMatchObject({
      detail: 'lines[0].counted',
    })
    const entered = await enter(count, [[product, '4']])
    const booking = await shop.book(await shop.customer(), [[product, 8, '10.00']])
    await shop.validate(booking.id, booking.version)
    await shop.deliver(booking.id, booking.version + 1)
    await expect(post(entered)).rejects.toMatchObject({ hint: 'insufficient_stock' })
    expect((await shop.stock(product)).on_hand).toBe(2)
  })

  it('tells its variance when it is handed in; a blind one not before', async () => {
    const [over, short, same] = [
      await shop.product('10.00', 20),
      await shop.product('10.00', 20),
      await shop.product('10.00', 20),
    ]
    await shop.product('10.00', 20) // is not counted
    const found: [string, string][] = [
      [over!, '23'],
      [short!, '15'],
      [same!, '20'],
    ]
    const blind = await open({ title: 'Blind' })
    const counted = await enter(blind, found, false)
    expect(await totals(counted)).toMatchObject({ counted: '3', differing: null, cost_value: null })
    const submitted = await enter(counted, [])
    expect(await totals(submitted)).toMatchObject({ differing: '2', cost_value: null })
    expect(await totals(submitted, fixture.role['sales admin'])).toMatchObject({
      counted: '3',
      differing: '2',
      surplus: '3',
      missing: '5',
      cost_value: '-14.00',
      srp_value: '-20.00',
    })
    expect(await totals(submitted, fixture.role.ASE)).toBeUndefined()

    const seen = await open({ title: 'Seen', blind: 'false' })
    expect(await totals(seen, fixture.role['sales admin'])).toMatchObject({
      counted: '0',
      differing: '0',
      cost_value: '0.00',
    })
  })

  it('hides the expected quantities from everybody, on every way, while it is blind and not submitted', async () => {
    const product = await shop.product('10.00', 20)
    const blind = await open({ title: 'Blind' })
    const counted = await enter(blind, [[product, '18']], false)
    const line = async (count: Versioned, user: string) =>
      (await sheetOf(count, user)).find(({ product_id }) => product_id === product)
    for (const user of [fixture.role.warehouse, fixture.role.Owner]) {
      for (const column of ['expected', 'variance', '*'])
        await expect(
          fixture.db.as(user, `select ${column} from public.stock_count_lines`),
        ).rejects.toMatchObject({ code: '42501' })
      expect(await line(counted, user)).toMatchObject({
        expected: null,
        counted: 18,
        variance: null,
        on_hand: null,
      })
    }
    expect(await sheetOf(counted, fixture.role.ASE)).toEqual([])
    expect(await sheetOf(counted, fixture.staffB)).toEqual([])
    const submitted = await enter(counted, [])
    expect(await line(submitted, fixture.role.warehouse)).toMatchObject({
      expected: 20,
      variance: -2,
      on_hand: 20,
    })
  })

  it('is sent back by who decides, with a reason, and keeps what was counted', async () => {
    const product = await shop.product('10.00', 20)
    const sheet = await open({ title: 'Again' })
    const sendBack = (
      count: Versioned,
      reason = 'Count the top shelf',
      user = fixture.role.Owner,
    ) =>
      shop.rpc<Versioned>(
        'send_back_stock_count',
        { p_count: count.id, p_version: count.version, p_reason: reason },
        user,
      )
    await expect(sendBack(sheet)).rejects.toMatchObject({ hint: 'wrong_state' })
    const submitted = await enter(sheet, [[product, '18']])
    await expect(sendBack(submitted, 'No', fixture.role.warehouse)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(sendBack(submitted, ' ')).rejects.toMatchObject({ detail: 'reason' })
    const back = await sendBack(submitted)
    const [row] = await fixture.db.as<Record<string, unknown>>(
      fixture.role.warehouse,
      `select c.count_status, c.reason, c.submitted_by, c.decided_by, l.counted
       from public.stock_counts c join public.stock_count_lines l on l.project_id = c.project_id and l.count_id = c.id
       where c.id = $1::uuid and l.product_id = $2::uuid`,
      [sheet.id, product],
    )
    expect(row).toEqual({
      count_status: 'open',
      reason: 'Count the top shelf',
      submitted_by: null,
      decided_by: fixture.role.Owner,
      counted: 18,
    })
    await expect(enter(submitted, [[product, '20']])).rejects.toMatchObject({
      hint: 'stale_version',
    })
    await enter(back, [[product, '20']])
    expect((await shop.stock(product)).on_hand).toBe(20)
  })
})

describe('the states of a product', () => {
  const damage = (product_id: string, quantity: number) =>
    shop.rpc(
      'create_bad_order',
      { p_record: { kind: 'to_bad_order', reason: 'Wet', lines: [{ product_id, quantity }] } },
      fixture.role.warehouse,
    )
  const stock = async (product: string) =>
    (
      await fixture.db.sql(
        'select on_hand, bad_order, available from public.inventory where product_id = $1::uuid',
        [product],
      )
    )[0]
  const linesOf = async (count: Versioned, product: string) =>
    fixture.db.as(
      fixture.role.Owner,
      `select stock_state, expected, variance, cost_value::text, on_hand
       from public.stock_count_sheet($1::uuid, $2::uuid) where product_id = $3::uuid order by stock_state`,
      [fixture.a, count.id, product],
    )

  it('are counted apart: the shelf has no bad orders', async () => {
    const product = await shop.product('10.00', 100)
    await damage(product, 29)
    const count = await enter(await open({ title: 'Shelf' }), [[product, '71']])
    expect(await linesOf(count, product)).toEqual([
      { stock_state: 'bad_order', expected: 29, variance: null, cost_value: '0.00', on_hand: 29 },
      { stock_state: 'sellable', expected: 71, variance: 0, cost_value: '0.00', on_hand: 71 },
    ])
    await post(count)
    expect(await stock(product)).toEqual({ on_hand: 100, bad_order: 29, available: 71 })

    const both = await enterBad(await open({ title: 'Both' }), product, '72', '26')
    await post(both)
    expect(await stock(product)).toEqual({ on_hand: 98, bad_order: 26, available: 72 })
  })

  it('have the pieces that a count takes, each of its own', async () => {
    const product = await shop.product('10.00', 10)
    await damage(product, 4)
    const count = await enterBad(await open({ title: 'Late' }), product, '6', '1')
    await shop.rpc(
      'create_bad_order',
      {
        p_record: {
          ...{ kind: 'to_sellable', reason: 'Fine' },
          lines: [{ product_id: product, quantity: 3 }],
        },
      },
      fixture.role.warehouse,
    )
    await expect(post(count)).rejects.toMatchObject({
      hint: 'insufficient_stock',
      message: expect.stringMatching(/only 1 bad-order pieces on hand on .*3 needed/),
    })
    expect(await stock(product)).toEqual({ on_hand: 10, bad_order: 1, available: 9 })
  })

  it('are worth what posting makes of them', async () => {
    // 20 pieces at 7.00 and 10 at 13.00: 270.00, or 9.00 a piece, while the default cost is 7.00.
    const product = await shop.product('10.00', 20)
    await shop.rpc('create_purchase', {
      p_purchase: {
        ...{ po_no: 'PO-13', supplier: 'Supplier' },
        lines: [{ product_id: product, quantity: 10, cost: '13.00' }],
      },
    })
    await damage(product, 5)
    const sheet = await open({ title: 'Worth', blind: 'false' })
    const count = await enterBad(sheet, product, '22', '6')
    const value = async () => (await totals(count, fixture.role['sales admin']))!.cost_value
    // Three pieces are missing on the shelf, one bad order more is there.
    expect(await linesOf(count, product)).toMatchObject([
      { stock_state: 'bad_order', variance: 1, cost_value: '9.00' },
      { stock_state: 'sellable', variance: -3, cost_value: '-27.00' },
    ])
    expect(await value()).toBe('-18.00')
    await post(count)
    const [posted] = await fixture.db.sql(
      `select sum(cost)::text as cost from public.stock_movements where source_id = $1::uuid`,
      [count.id],
    )
    expect(posted).toEqual({ cost: '-18.00' })
    await shop.buy(product, 100)
    expect(await value()).toBe('-18.00')
  })
})
