import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { receivables } from '../support/receivables.ts'
import { reportReader } from '../support/reports.ts'
import { setRules } from '../support/rules.ts'
import { trade } from '../support/trade.ts'

const fixture = testFixture()
const shop = trade(fixture)
const { day } = receivables(fixture, shop)
const inventory = reportReader(fixture, 'report_inventory')
let customer = ''
beforeAll(async () => {
  await setRules(fixture, 'a', { price_floor_percent: '0' })
  customer = await shop.customer()
})

/** Pieces come in on a day before today (negative), or go back to the supplier. */
const buy = async (product: string, quantity: number, on: number, kind = 'purchase') =>
  shop.buy(product, quantity, kind, undefined, await day(on))
const bad = async (kind: string, product: string, quantity: number, on: number) =>
  shop.rpc<{ id: string; version: number }>(
    'create_bad_order',
    {
      p_record: {
        ...{ kind, reason: 'Torn', on_date: await day(on) },
        lines: [{ product_id: product, quantity }],
      },
    },
    fixture.role.warehouse,
  )
/** A validated booking of 60 days ago. */
async function booked(product: string, quantity: number) {
  const made = await shop.book(customer, [[product, quantity, '10.00']], await day(-60))
  const { version } = await shop.validate(made.id, made.version)
  return {
    id: made.id,
    deliver: async (on: number) => shop.deliver(made.id, version, null, await day(on)),
    move: async (dates: object) =>
      shop.rpc('set_booking_dates', {
        p_booking: made.id,
        p_version: Number((await shop.booking(made.id)).version),
        p_dates: dates,
        p_reason: 'Typed wrong',
      }),
  }
}
/** Pieces on hand at the end of a day, as the report says. */
const ending = async (product: string, on: number) => {
  const rows = await inventory({ product_id: product, level: 'product', to: await day(on) })
  return Number(rows[0]?.ending ?? 0)
}
/** The refusal for what was there on a day, when more would go. */
const short = async (there: number, on: number, gone: number, where = 'sellable pieces') => {
  const [year, month, date] = (await day(on)).split('-')
  return {
    hint: 'insufficient_stock',
    message: expect.stringContaining(
      `only ${there} ${where} on hand on ${month}/${date}/${year}, ${gone} needed.`,
    ),
  }
}
const among = 'bad-order pieces'

describe('goods do not go before they came', () => {
  it('by a delivery', async () => {
    const product = await shop.product()
    await buy(product, 10, -10)
    const booking = await booked(product, 4)
    const refusal = await short(0, -20, 4)
    await expect(booking.deliver(-20)).rejects.toMatchObject(refusal)
    expect(await ending(product, -15)).toBe(0)
    await booking.deliver(-10)
    expect(await ending(product, -10)).toBe(6)
  })

  it('by a delivery that leaves too little for a later one', async () => {
    const product = await shop.product()
    await buy(product, 10, -30)
    await (await booked(product, 8)).deliver(-5)
    await buy(product, 10, -2)
    const refusal = await short(2, -5, 3)
    await expect((await booked(product, 3)).deliver(-20)).rejects.toMatchObject(refusal)
    await (await booked(product, 2)).deliver(-20)
    await (await booked(product, 3)).deliver(-2)
    expect(await Promise.all([-20, -5, -2].map((on) => ending(product, on)))).toEqual([8, 0, 7])
  })

  it('by a corrected date of a delivery', async () => {
    const product = await shop.product()
    await buy(product, 10, -10)
    const booking = await booked(product, 4)
    await booking.deliver(-5)
    const refusal = await short(0, -20, 4)
    await expect(booking.move({ date_delivered: await day(-20) })).rejects.toMatchObject(refusal)
    expect(await ending(product, -15)).toBe(0)
    await booking.move({ date_delivered: await day(-9) })
    await booking.move({ date_delivered: await day(-2) })
    expect(await ending(product, -5)).toBe(10)
  })

  it('by a return to the supplier', async () => {
    const product = await shop.product()
    await buy(product, 10, -10)
    const refusal = await short(0, -11, 3)
    await expect(buy(product, 3, -11, 'supplier_return')).rejects.toMatchObject(refusal)
    await buy(product, 3, -10, 'supplier_return')
    expect(await ending(product, -10)).toBe(7)
  })

  it('by a record of bad orders', async () => {
    const product = await shop.product()
    await buy(product, 10, -10)
    const refusal = await short(0, -11, 2)
    await expect(bad('to_bad_order', product, 2, -11)).rejects.toMatchObject(refusal)
    await bad('to_bad_order', product, 6, -8)
    const refusal2 = await short(0, -9, 1, among)
    await expect(bad('to_sellable', product, 1, -9)).rejects.toMatchObject(refusal2)
    const refusal3 = await short(6, -8, 7, among)
    await expect(bad('write_off', product, 7, -8)).rejects.toMatchObject({
      ...refusal3,
      detail: 'lines[0].quantity',
    })
    const asked = await bad('write_off', product, 5, -8)
    await bad('to_sellable', product, 4, -3)
    const refusal4 = await short(2, -3, 5, among)
    const approving = shop.rpc(
      'approve_write_off',
      { p_record: asked.id, p_version: asked.version },
      fixture.role['General Manager'],
    )
    await expect(approving).rejects.toMatchObject(refusal4)
  })
})

it('each state has its own pieces: bad orders of a day are not sold on it', async () => {
  const product = await shop.product()
  await buy(product, 10, -30)
  await bad('to_bad_order', product, 8, -10)
  await bad('to_sellable', product, 8, -5)
  const refusal = await short(2, -8, 4)
  await expect((await booked(product, 4)).deliver(-8)).rejects.toMatchObject(refusal)
  await (await booked(product, 4)).deliver(-4)
  expect(await ending(product, -4)).toBe(6)
})

it('a day that was short before refuses what makes it shorter, and nothing else', async () => {
  const product = await shop.product()
  await buy(product, 10, -10)
  const booking = await booked(product, 3)
  await booking.deliver(-10)
  /** As a former version let it happen. */
  const plant = (days: number) =>
    fixture.db.sql(
      `do $$ begin
         perform set_config('session_replication_role', 'replica', true);
         update public.stock_movements set on_date = on_date + ${days} where source_id = '${booking.id}';
       end $$`,
    )
  await plant(-10)
  expect(await ending(product, -15)).toBe(-3)
  const refusal = await short(0, -12, 1)
  await expect((await booked(product, 1)).deliver(-12)).rejects.toMatchObject(refusal)
  await (await booked(product, 1)).deliver(-10)
  await (await booked(product, 1)).deliver(0)
  expect((await shop.stock(product)).on_hand).toBe(5)
  await plant(10)
})
