import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { pagesByKey, reportReader } from '../support/reports.ts'
import {
  bookingsOf,
  centsText,
  chosenOf,
  distinct,
  group,
  net,
  type SalesFilters,
  type SoldLine,
  salesHistory,
  sold,
  sumOfLines,
  within,
} from '../support/sales.ts'
import { trade } from '../support/trade.ts'
import { warehouse } from '../support/warehouse.ts'

const fixture = testFixture()
const shop = trade(fixture)
const history = salesHistory(fixture, shop, warehouse(fixture, shop))
let all: SoldLine[]

beforeAll(async () => {
  await history.make()
  await history.sealMonths()
  all = await history.lines()
}, 120_000)

describe('the sales of one customer', () => {
  const customers = reportReader(fixture, 'report_sales_customerspecific')
  const period = { from: '2025-01-15', to: '2025-06-10' }
  const ofPeriod = (filters: SalesFilters = {}) =>
    within(chosenOf(all, filters), filters.basis, period.from, period.to)
  const onDay =
    ({ basis }: SalesFilters) =>
    (line: SoldLine) =>
      (basis === 'added' ? line.date_added : line.date_delivered)!

  it('are products by months, in pieces and in amounts, and add up on every level', async () => {
    for (const more of [
      { customer_id: history.customers[0]! },
      { customer_id: history.customers[2]!, basis: 'added' },
      { agent_id: history.agents[0]! },
      { customer_id: history.customers[4]!, category1: 'Drinks' },
    ] as SalesFilters[]) {
      const filters = { ...period, ...more }
      const lines = ofPeriod(more)
      const day = onDay(more)
      const about = JSON.stringify(more)
      const [total] = await customers({ ...filters, level: 'total' })
      expect(total, about).toMatchObject({
        net: centsText(net(lines)),
        bookings: String(bookingsOf(lines)),
        customers: String(distinct(lines, 'customer_id')),
      })
      const heads = (JSON.parse(total!.heads!) as { key: string }[]).map(({ key }) => key)
      expect(heads).toEqual(['2025-01', '2025-02', '2025-03', '2025-04', '2025-05', '2025-06'])
      const matrix = (of: SoldLine[], value: (some: SoldLine[]) => unknown) =>
        Object.fromEntries(
          [...group(of, (line) => day(line).slice(0, 7))].map(([month, some]) => [
            month,
            value(some),
          ]),
        )
      for (const [level, key, counted] of [
        ['product', 'product_id', 'products'],
        ['customer', 'customer_id', 'customers'],
      ] as const) {
        const rows = await customers({ ...filters, level })
        const groups = group(lines, (line) => line[key])
        expect([String(rows.length), new Set(rows.map((row) => row[key]))], about).toEqual([
          total![counted],
          new Set(groups.keys()),
        ])
        for (const row of rows) {
          const own = groups.get(row[key]!)!
          expect(row).toMatchObject({
            net: centsText(net(own)),
            returns: centsText(sumOfLines(own, (line) => line.returned * line.price)),
            bookings: String(bookingsOf(own)),
            pieces: String(sumOfLines(own, sold)),
            products: level === 'customer' ? String(distinct(own, 'product_id')) : null,
          })
          expect(JSON.parse(row.amounts!)).toEqual(matrix(own, (some) => centsText(net(some))))
          expect(JSON.parse(row.quantities!)).toEqual(matrix(own, (some) => sumOfLines(some, sold)))
          // A product's days are of the period, a customer's of all its history.
          const days = (level === 'product' ? own : chosenOf(all, { [key]: row[key]! }))
            .filter((line) => day(line) !== null && day(line) <= period.to && line.quantity > 0)
            .map(day)
            .sort()
          expect([row.first_order, row.last_order], about).toEqual([days[0], days.at(-1)])
        }
      }
      expect(JSON.parse(total!.amounts!)).toEqual(matrix(lines, (some) => centsText(net(some))))
      const grouped = await customers({ ...filters, level: 'grouped' })
      expect(String(grouped.filter(({ level }) => level === 'product').length)).toBe(
        total!.customer_products,
      )
    }
  })

  it('know which products were never bought, up to a day', async () => {
    for (const customer_id of [
      history.customers[0]!,
      history.customers[6]!,
      history.customers[7]!,
    ]) {
      const filters = { customer_id, to: '2025-02-28' }
      const bought = new Set(
        within(chosenOf(all, { customer_id }), 'delivery', '2000-01-01', filters.to)
          .filter((line) => sold(line) > 0)
          .map(({ product_id }) => product_id),
      )
      const never = await customers({ ...filters, level: 'never' })
      expect(never.map(({ product_id }) => product_id).sort()).toEqual(
        history.products.filter((id) => !bought.has(id)).sort(),
      )
      const [total] = await customers({ ...filters, level: 'total', for: 'never' })
      expect(total!.never).toBe(String(never.length))
    }
  })

  it('have the cost and the margin of the sales report, for those who may read costs', async () => {
    const sales = reportReader(fixture, 'report_sales')
    const finance = fixture.role['finance admin']
    const margins = (rows: Record<string, string | null>[], key: string) =>
      Object.fromEntries(
        rows.map(({ [key]: id, cost, margin, margin_percent }) => [
          id ?? 'all',
          { cost, margin, margin_percent },
        ]),
      )
    const known = { ...period, known_at: new Date().toISOString() }
    for (const filters of [period, known, { ...period, agent_id: history.agents[0]! }])
      for (const [level, key, same] of [
        ['total', 'customer_id', { level: 'total' }],
        ['customer', 'customer_id', { level: 'customer' }],
        ['product', 'product_id', { level: 'item', items: 'product' }],
      ] as const) {
        const told = margins(await customers({ ...filters, level }, finance), key)
        expect(Object.values(told).some(({ cost }) => Number(cost) > 0)).toBe(true)
        expect(told).toEqual(
          margins(await sales({ ...filters, ...same, against: 'none' }, finance), key),
        )
      }
    for (const level of ['total', 'customer', 'product', 'grouped'])
      for (const [more, person] of [
        [{}, fixture.role.ASE],
        [{ known_at: known.known_at }, fixture.role.ASE],
        [{ basis: 'added' }, finance],
      ] as const) {
        const rows = await customers({ ...period, ...more, level }, person)
        expect(rows.length).toBeGreaterThan(0)
        for (const row of rows)
          expect([row.cost, row.margin, row.margin_percent], level).toEqual([null, null, null])
      }
  })

  it('count the days since the last order, page by key, and are for those who may see sales', async () => {
    const rows = await customers({ ...period, level: 'customer', sort: 'last' })
    const last = rows.map((row) => row.last_order!)
    expect(last).toEqual(last.toSorted())
    for (const row of rows)
      expect(Number(row.days_since)).toBe(
        (Date.parse(period.to) - Date.parse(row.last_order!)) / 86_400_000,
      )
    await pagesByKey(customers, ['product', 'grouped', 'customer', 'never'], period)
    await expect(customers({}, fixture.role.warehouse)).rejects.toMatchObject({ code: '42501' })
    for (const wrong of [{ level: 'x' }, { sort: 'x' }, { basis: 'x' }])
      await expect(customers(wrong)).rejects.toMatchObject({ code: '22023' })
  })
})
