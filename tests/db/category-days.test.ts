import { beforeAll, expect, it } from 'vitest'
import { listCategories } from '../support/categories.ts'
import { closing } from '../support/closing.ts'
import { testFixture } from '../support/fixture.ts'
import { memos } from '../support/memos.ts'
import { receivables } from '../support/receivables.ts'
import { reportReader } from '../support/reports.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const notes = memos(fixture, shop)
const { day } = receivables(fixture, shop)
const { close, reopen } = closing(fixture)
const sales = reportReader(fixture, 'report_sales')
const reached = reportReader(fixture, 'report_penetration_report')
const purchases = reportReader(fixture, 'report_purchase')
const stock = reportReader(fixture, 'report_inventory')
const ranges = reportReader(fixture, 'report_sales_customerspecific')

let customer = ''
beforeAll(async () => {
  await setRules(fixture, 'a', { price_floor_percent: '0' })
  await listCategories(fixture, ['Food', 'Drinks', 'Snacks'])
  customer = await shop.customer()
})

/** A product of a category since ever. */
async function goods(category: string) {
  const product = await shop.product('10.00', 500)
  await categorize(product, category, -9000)
  return product
}
/** Gives a product a category from a day before today (negative) on; null: no day is said. */
async function categorize(product: string, category: string | null, from: number | null) {
  await fixture.db.as(
    fixture.role['sales admin'],
    'update public.products set category1 = $2, category_from = $3 where id = $1::uuid',
    [product, category, from === null ? null : await day(from)],
  )
}
/** A booking of 60 days ago that was delivered on a day, at 10.00 a piece. */
async function sold(product: string, pieces: number, on: number) {
  const made = await shop.book(customer, [[product, pieces, '10.00']], await day(-60))
  const { version } = await shop.validate(made.id, made.version)
  await shop.deliver(made.id, version, null, await day(on))
  const [line] = await fixture.db.sql<{ id: string }>(
    'select id from public.booking_lines where booking_id = $1::uuid',
    [made.id],
  )
  return { id: made.id, line: line!.id }
}
/** Net sales of a product by category, in a period or on a day. */
async function net(product: string, from: number, to = from, more: object = {}) {
  const rows = await sales({
    ...{ product_id: product, from: await day(from), to: await day(to), group: 'agent' },
    ...{ level: 'item', items: 'category1', ...more },
  })
  // An item that only the days before had has a row too.
  return rows
    .filter(({ lines }) => lines !== '0')
    .map(({ item, net }) => `${item ?? 'none'} ${net}`)
    .sort()
}

it('a change counts from the day that is said, and moves the sales since', async () => {
  const product = await goods('Food')
  await sold(product, 1, -40)
  await sold(product, 2, -10)
  const late = await sold(product, 4, -5)
  await notes.write({
    ...{ kind: 'credit', reason: 'return', booking_id: late.id, on_date: await day(-3) },
    lines: [{ line_id: late.line, quantity: 1 }],
  })
  const before = await sales({ product_id: product, level: 'total' })
  const [moment] = await fixture.db.sql<{ at: string }>('select clock_timestamp()::text as at')
  await categorize(product, 'Drinks', -7)
  expect(await net(product, -60, 0)).toEqual(['Drinks 30.00', 'Food 30.00'])
  expect(await net(product, -40)).toEqual(['Food 10.00'])
  expect(await net(product, -10)).toEqual(['Food 20.00'])
  expect(await net(product, -5)).toEqual(['Drinks 40.00'])
  expect(await net(product, -3)).toEqual(['Drinks -10.00'])
  const [after] = await sales({ product_id: product, level: 'total' })
  // The same sales, of two categories now.
  expect(after).toEqual({ ...before[0], items: '2', agent_items: '2' })
  expect(await net(product, -60, 0, { known_at: moment!.at })).toEqual(['Food 60.00'])

  // Goods that come back or go out count by the category of their own day.
  await sold(product, 8, -8)
  await sold(product, 16, -7)
  expect(await net(product, -8)).toEqual(['Food 80.00'])
  expect(await net(product, -7)).toEqual(['Drinks 160.00'])
})

it('a later change of an earlier day counts from that day on', async () => {
  const product = await goods('Food')
  await sold(product, 1, -30)
  await sold(product, 2, -10)
  const moved = await sold(product, 4, -2)
  await categorize(product, 'Drinks', -5)
  await categorize(product, null, -20)
  expect(await net(product, -60, 0)).toEqual(['Food 10.00', 'none 60.00'])
  await shop.rpc('set_booking_dates', {
    ...{ p_booking: moved.id, p_version: Number((await shop.booking(moved.id)).version) },
    ...{ p_dates: { date_delivered: await day(-31) }, p_reason: 'Typed wrong' },
  })
  expect(await net(product, -60, 0)).toEqual(['Food 50.00', 'none 20.00'])
})

it('without a day it counts from today; a closed day is refused, and its sales stay', async () => {
  const product = await goods('Food')
  await sold(product, 1, -40)
  await sold(product, 2, -6)
  await sold(product, 4, 0)
  await close(await day(-5))
  await expect(categorize(product, 'Drinks', -5)).rejects.toMatchObject({
    hint: 'period_closed',
    detail: 'category_from',
  })
  await expect(categorize(product, 'Drinks', 1)).rejects.toMatchObject({ hint: 'not_in_future' })
  await categorize(product, 'Drinks', null)
  expect(await net(product, -60, 0)).toEqual(['Drinks 40.00', 'Food 30.00'])
  await reopen(null)
})

it('sums of sealed months follow, and so does penetration', async () => {
  const product = await goods('Food')
  await sold(product, 3, -50)
  await fixture.db.sql('select private.seal_months($1::uuid)', [fixture.a])
  await categorize(product, 'Snacks', -55)
  const all = { from: await day(-60), to: await day(0), level: 'item', items: 'category1' }
  const total = async () =>
    (await sales({ ...all, group: 'agent' })).find(({ item }) => item === 'Snacks')?.net
  expect(await total()).toBe('30.00')
  await fixture.db.sql('select private.seal_months($1::uuid)', [fixture.a])
  expect(await total()).toBe('30.00')
  const rows = await reached({ ...all, product_id: product })
  expect(rows.map(({ item }) => item)).toEqual(['Snacks'])
})

it('orders and purchases count by the category of their day, stock by that of the last day', async () => {
  const product = await goods('Food')
  await shop.buy(product, 6, 'purchase', undefined, await day(-40))
  await shop.buy(product, 10, 'purchase', undefined, await day(-8))
  await sold(product, 3, -5)
  const [from, early, today] = await Promise.all([day(-60), day(-30), day(0)])
  const of = { product_id: product, from }
  const shown =
    (columns: string[]) =>
    (rows: Record<string, string | null>[]): string[] =>
      rows.map((row) => columns.map((column) => row[column] ?? 'none').join(' '))
  const read = async (to: string, more: object = {}) => {
    const by = { ...of, to, ...more }
    const [orders, goodsIn, ending, outlets, labels] = await Promise.all([
      sales({ ...by, basis: 'added', level: 'item', items: 'category1' }),
      purchases({ ...by, level: 'category' }),
      stock({ ...by, level: 'category1' }),
      reached({ ...by, basis: 'added', level: 'item', items: 'category1' }),
      ranges({ ...by, basis: 'added' }),
    ])
    return {
      orders: shown(['item', 'net'])(orders),
      bought: shown(['category1', 'quantity'])(goodsIn),
      stock: shown(['category1', 'opening', 'ending'])(ending),
      outlets: shown(['item', 'buyers'])(outlets),
      labels: shown(['category'])(labels),
    }
  }
  const before = await read(early)
  expect(before).toEqual({
    ...{ orders: ['Food 30.00'], bought: ['Food 6'], stock: ['Food 500 506'] },
    ...{ outlets: ['Food 1'], labels: ['Food'] },
  })
  const known = await read(today)
  const [moment] = await fixture.db.sql<{ at: string }>('select clock_timestamp()::text as at')
  await categorize(product, 'Drinks', -20)
  expect(await read(early)).toEqual(before)
  // All was ordered before the change.
  expect(await read(today)).toEqual({
    ...{ orders: ['Food 30.00'], bought: ['Drinks 10', 'Food 6'], stock: ['Drinks 500 513'] },
    ...{ outlets: ['Drinks 0', 'Food 1'], labels: ['Drinks'] },
  })
  expect(await read(today, { category1: 'Drinks' })).toEqual({
    ...{ orders: [], bought: ['Drinks 10'], stock: ['Drinks 500 513'] },
    ...{ outlets: ['Drinks 0'], labels: [] },
  })
  expect(await read(today, { known_at: moment!.at })).toEqual(known)
})

it('touches the open bookings of the product until its last piece has gone out', async () => {
  const [product, other] = [await goods('Food'), await goods('Food')]
  await shop.book(customer, [[product, 5, '10.00']])
  const { id, version } = await shop.book(customer, [
    [product, 5, '10.00'],
    [other, 5, '10.00'],
  ])
  await shop.validate(id, version)
  const open = async () => {
    const rows = await fixture.db.as<{ count: string }>(
      fixture.role['sales admin'],
      `select t.bookings::text as count
       from (values ('open', $2), ('undelivered', $2), ('open', $3)) f (stage, product) cross join lateral
         public.booking_totals($1::uuid, jsonb_build_object('stage', f.stage, 'product', f.product)) t`,
      [fixture.a, product, other],
    )
    return rows.map(({ count }) => Number(count))
  }
  const go = async (of: string, quantity: number, remainder = 'keep') => {
    const [line] = await fixture.db.sql<{ id: string }>(
      'select id from public.booking_lines where booking_id = $1::uuid and product_id = $2::uuid',
      [id, of],
    )
    const now = Number((await shop.booking(id)).version)
    await shop.deliver(id, now, { remainder, lines: [{ line_id: line!.id, quantity }] })
  }
  expect(await open()).toEqual([2, 1, 1])
  await go(product, 2)
  await categorize(product, 'Drinks', 0)
  expect(await open()).toEqual([2, 1, 1])
  await go(product, 3)
  expect(await open()).toEqual([1, 0, 1])
  // Deliveries of today count in the categories of today.
  expect(await net(product, 0)).toEqual(['Drinks 50.00'])
  await go(other, 1, 'release')
  expect(await open()).toEqual([1, 0, 0])
  expect((await shop.booking(id)).stage).toBe('delivered')
})
