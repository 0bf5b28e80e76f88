import { beforeAll, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { reportReader } from '../support/reports.ts'
import { bookingsOf, chosenOf, group, salesHistory, sumOfLines, within } from '../support/sales.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const history = salesHistory(fixture, shop, warehouse(fixture, shop))
const report = reportReader(fixture, 'report_sales')
const april = { from: '2025-04-01', to: '2025-04-30' }

beforeAll(async () => {
  await history.make()
  await history.sealMonths()
}, 120_000)

it('keeps days of more than thirty categories', async () => {
  await fixture.db.sql('update private.sales_items set place = place + 40')
  await fixture.db.sql('delete from private.kept_sales_days')
  await history.sealMonths()
  const lines = within(chosenOf(await history.lines()), 'delivery', april.from, april.to)
  const customers = [...group(lines, ({ category1 }) => String(category1))].map(
    ([item, of]): [string, string] => [item, String(bookingsOf(of, 'customer_id'))],
  )
  const said = await report({ ...april, level: 'item', against: 'none' })
  expect(new Map(said.map((row) => [String(row.item), String(row.customers)]))).toEqual(
    new Map(customers),
  )
  const bits = 'select items1 from private.sales_customer_days where items1 > 1 << 30'
  expect((await fixture.db.sql(bits)).length).toBeGreaterThan(0)
})

it('follows a product that changes after days were kept', async () => {
  await fixture.db.sql(
    'update public.products set liters_per_case = liters_per_case * 2, category2 = null where id = $1::uuid',
    [history.products[0]],
  )
  const lines = within(chosenOf(await history.lines()), 'delivery', april.from, april.to)
  const should = [...group(lines, ({ category2 }) => String(category2))].map(([item, of]) => [
    item,
    (sumOfLines(of, (line) => line.millilitres) / 1000).toFixed(3),
  ])
  for (const keep of [async () => {}, history.sealMonths]) {
    await keep()
    const said = await report({ ...april, items: 'category2', level: 'item' })
    expect(new Map(said.map((row) => [String(row.item), row.litres]))).toEqual(
      new Map(should as [string, string][]),
    )
  }
})
