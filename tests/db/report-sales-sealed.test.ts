import { beforeAll, expect, it } from 'vitest'
import { treasury } from '../support/cheques.ts'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { chosenOf, group, salesHistory, sumOfLines, within } from '../support/sales.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const store = warehouse(fixture, shop)
const history = salesHistory(fixture, shop, store)
const bank = treasury(fixture, shop)
const report = reportReader(fixture, 'report_sales')
const april = { from: '2025-04-01', to: '2025-04-30' }

const isSealed = async ({ from, to }: typeof april) => {
  const [row] = await fixture.db.sql<{ sealed: boolean }>(
    'select bool_and(month is not null) as sealed from private.parts_of($1::uuid, $2::date, $3::date)',
    [fixture.a, from, to],
  )
  return row!.sealed
}

const litresBy = (key: 'category1' | 'category2') =>
  history
    .lines()
    .then((lines) => within(chosenOf(lines), 'delivery', april.from, april.to))
    .then((lines) =>
      [...group(lines, (line) => String(line[key]))].map(([item, of]): [string, string] => [
        item,
        (sumOfLines(of, (line) => line.millilitres) / 1000).toFixed(3),
      ]),
    )

const litres = async (items: string) => {
  const rows = await report({ ...april, items, level: 'item', against: 'none' })
  return new Map(rows.map((row) => [String(row.item), String(row.litres)]))
}

beforeAll(async () => {
  await history.make()
  await history.sealMonths()
}, 120_000)

it('keeps a sale in the category of its day when the product gets another one', async () => {
  expect(await isSealed(april)).toBe(true)
  const before = await litres('category2')
  expect(before).toEqual(new Map(await litresBy('category2')))
  await fixture.db.sql(
    `update public.products set category2 = 'Nuts' where project_id = $1::uuid`,
    [fixture.a],
  )
  expect(await isSealed(april)).toBe(true)
  expect(await litres('category2')).toEqual(before)
  await fixture.db.sql('delete from private.sealed_months')
  expect(await litres('category2')).toEqual(before)
})

it('opens the months in which a product was sold when its litres change', async () => {
  await history.sealMonths()
  await fixture.db.sql(
    'update public.products set liters_per_case = liters_per_case * 2 where project_id = $1::uuid',
    [fixture.a],
  )
  expect(await isSealed(april)).toBe(false)
  const expected = new Map(await litresBy('category1'))
  expect(await litres('category1')).toEqual(expected)
  await history.sealMonths()
  expect(await isSealed(april)).toBe(true)
  expect(await litres('category1')).toEqual(expected)
})

it('counts a booking once that is delivered in several months, sealed or not', async () => {
  const [first, second, last] = await Promise.all([bank.day(-95), bank.day(-60), bank.day(0)])
  const customer = await shop.customer()
  const [one, other] = [await shop.product('10.00', 100), await shop.product('10.00', 100)]
  const lines = [one, other].map((product): [string, number, string] => [product!, 10, '10.00'])
  const { id, version } = await shop.book(customer, lines, first)
  await shop.validate(id, version)
  const [{ ids } = { ids: [] as string[] }] = await fixture.db.sql<{ ids: string[] }>(
    'select array_agg(id::text order by line_no) as ids from public.booking_lines where booking_id = $1::uuid',
    [id],
  )
  const deliver = async (quantities: number[], day: string) =>
    shop.deliver(
      id,
      await store.version(id),
      {
        lines: ids.flatMap((line_id, n) =>
          quantities[n] ? [{ line_id, quantity: quantities[n] }] : [],
        ),
        remainder: 'keep',
      },
      day,
    )
  await deliver([4, 5], first)
  await deliver([0, 2], second)
  await deliver([3, 0], last)
  const bookings = async (filters: object) => {
    const [row] = await report({ customer_id: customer, against: 'none', ...filters })
    return [row!.bookings, row!.customers, row!.pieces]
  }
  const all = { from: first, to: last }
  const everything = { agent_id: fixture.role.Agent, against: 'none', level: 'total', ...all }
  for (const seal of [async () => {}, history.sealMonths]) {
    await seal()
    expect(await bookings({ ...all, level: 'total', for: 'agent' })).toEqual(['1', '1', '14'])
    expect(await bookings({ from: second, to: second, level: 'agent' })).toEqual(['1', '1', '2'])
    const rows = await report({ ...all, customer_id: customer, items: 'product', level: 'item' })
    expect(rows.map((row) => row.bookings)).toEqual(['1', '1'])
    // The same of everything that was sold, which sealed months answer.
    const [whole] = await report({ ...everything, for: 'agent' })
    const [grouped] = await report({ ...everything, for: 'grouped' })
    expect([grouped!.bookings, grouped!.customers]).toEqual([whole!.bookings, whole!.customers])
    expect(whole!.bookings).toBe('1')
  }
})
