import { expect, it } from 'vitest'
import {
  fromCents,
  type Money,
  money,
  multiplyMoney,
  toCents,
} from '../../app/platform/values/money.ts'
import { owningAgent } from '../../scripts/northwind/plan.ts'
import { sumMoney } from './figures.ts'
import { askReports, type Northwind } from './reported.ts'
import { codeOf, stockOf } from './stock.ts'

const EVER = { from: '1996-07-01' }

/** The reports of goods and of customers against the source's tables and `expected.json`. */
export function goodsReports(of: () => Omit<Northwind, 'agents'>) {
  const report = askReports(of)

  it('reports the stock of the source, to the piece and the centavo', async () => {
    const { tables, expected } = of()
    const category = new Map(
      tables.categories.map((row) => [row.category_id, row.category_name!] as const),
    )
    for (const [from, to] of [
      ['1996-01-01', '1996-12-31'],
      ['1997-01-01', '1997-12-31'],
      ['1998-02-01', '1998-02-28'],
    ] as const) {
      const moved = stockOf(tables, from, to)
      const found = await report('report_inventory', { from, to, level: 'product' })
      expect(found).toHaveLength(tables.products.length)
      for (const row of found) {
        const { product_id, unit_price, category_id } = tables.products.find(
          (each) => codeOf(each.product_id!) === row.material_code,
        )!
        const own = moved[codeOf(product_id!)]!
        const [cost, srp] = [costOf(unit_price), money(unit_price)].map((price) =>
          multiplyMoney(price!, own.ending),
        )
        expect([
          row.material_code,
          row.category1,
          money(row.cost_value),
          money(row.srp_value),
        ]).toEqual([row.material_code, category.get(category_id), cost, srp])
        expect([row.opening, row.purchased, row.used, row.ending].map(Number)).toEqual([
          own.opening,
          own.purchased,
          own.used,
          own.ending,
        ])
      }
      // Every product was bought once, at the default cost, so the moving average equals it.
      const average = await report('report_inventory', {
        from,
        to,
        cost: 'average',
        level: 'total',
      })
      expect(money(average[0]!.cost_value)).toBe(sumMoney(found.map((row) => row.cost_value)))
    }
    const [now] = await report('report_inventory', { ...EVER, level: 'total' })
    expect([now!.ending, now!.reserved, now!.available, now!.products].map(Number)).toEqual([
      expected.stock.onHandTotal,
      expected.stock.reservedTotal,
      expected.stock.availableTotal,
      expected.counts.products,
    ])
    expect(Number(now!.categories1)).toBe(tables.categories.length)
  })

  it('reports what was bought of each supplier', async () => {
    const { tables } = of()
    const bought = stockOf(tables, '1996-07-01', '1996-07-01')
    const found = await report('report_purchase', { ...EVER, level: 'supplier' })
    const amounts = new Map(
      tables.suppliers.map(({ supplier_id, company_name }) => {
        const own = tables.products.filter((product) => product.supplier_id === supplier_id)
        const paid = own.map(({ product_id, unit_price }) =>
          multiplyMoney(costOf(unit_price), bought[codeOf(product_id!)]!.purchased),
        )
        return [company_name!, [sumMoney(paid), own.length]] as const
      }),
    )
    expect(
      new Map(found.map((row) => [row.supplier, [money(row.amount), Number(row.lines)]])),
    ).toEqual(amounts)
    const [total] = await report('report_purchase', { ...EVER, level: 'total' })
    expect(money(total!.purchases)).toBe(sumMoney([...amounts.values()].map(([amount]) => amount)))
    expect([total!.suppliers, total!.lines, total!.categories].map(Number)).toEqual([
      tables.suppliers.length,
      tables.products.length,
      tables.categories.length,
    ])
    const [later] = await report('report_purchase', { from: '1996-07-02', level: 'total' })
    expect([Number(later!.lines), money(later!.amount)]).toEqual([0, '0.00'])
  })

  it('lists the customers of the source with their orders and what they owe', async () => {
    const { tables } = of()
    const found = await report('report_customer_masterlist', { level: 'customer' })
    expect(found).toHaveLength(tables.customers.length)
    const [ar] = await report('report_ar', { level: 'total' })
    expect(sumMoney(found.map((row) => row.collectibles))).toBe(money(ar!.balance))
    for (const { customer_id, company_name } of tables.customers) {
      const own = tables.orders.filter((order) => order.customer_id === customer_id)
      const days = own.map(({ order_date }) => order_date!).sort()
      const row = found.find(({ name }) => name === company_name)!
      const agent = tables.employees.find(({ employee_id }) => employee_id === owningAgent(own))!
      expect([Number(row.orders), row.first_order, row.last_order, row.agent_name]).toEqual([
        own.length,
        days[0] ?? null,
        days.at(-1) ?? null,
        `${agent.first_name} ${agent.last_name}`,
      ])
    }
    const [total] = await report('report_customer_masterlist', { level: 'total', no_tin: '1' })
    expect([total!.customers, total!.active, total!.without_limit].map(Number)).toEqual([91, 0, 91])
  })
}

/** 70 % of the price, half a centavo rounded up. */
function costOf(price: string | undefined): Money {
  return fromCents((toCents(money(price)) * 70n + 50n) / 100n)
}
