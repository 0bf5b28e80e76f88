import { expect, it } from 'vitest'
import { addMoney, type Money, money, multiplyMoney } from '../../app/platform/values/money.ts'
import type { Tables } from '../../scripts/northwind/tables.ts'
import { askReports, type Northwind } from './reported.ts'
import { codeOf } from './stock.ts'

const EVER = { from: '1996-07-01', to: '1998-12-31' }

/** Amount and number of orders, by whatever key each line of the source is given; null leaves it out. */
function soldBy(
  tables: Tables,
  key: (
    order: Tables['orders'][number],
    line: Tables['order_details'][number],
  ) => string | false | null | undefined,
): Record<string, [Money, number]> {
  const orders = new Map(tables.orders.map((order) => [order.order_id!, order]))
  const found = new Map<string, { amount: Money; orders: Set<string> }>()
  for (const line of tables.order_details) {
    const of = key(orders.get(line.order_id!)!, line)
    if (!of) continue
    const entry = found.get(of) ?? { amount: money(0), orders: new Set<string>() }
    const amount = multiplyMoney(money(line.unit_price), Number(line.quantity))
    found.set(of, {
      amount: addMoney(entry.amount, amount),
      orders: entry.orders.add(line.order_id!),
    })
  }
  return Object.fromEntries(
    [...found].map(([of, { amount, orders }]) => [of, [amount, orders.size]]),
  )
}

/** The reports of sales, of a customer's sales and of penetration against the source and `expected.json`. */
export function salesReports(of: () => Northwind) {
  const report = askReports(of)
  const sales = async (filters: Record<string, string>, column: string) =>
    Object.fromEntries(
      (await report('report_sales', filters)).map((row) => [
        String(row[column]),
        [money(row.net), Number(row.bookings)],
      ]),
    )

  it('reports the sales of the source by month, agent, category and customer', async () => {
    const { tables, expected, agents } = of()
    for (const basis of ['added', 'delivery'] as const) {
      const day = (order: Tables['orders'][number]) =>
        basis === 'added' ? order.order_date : order.shipped_date || undefined
      const [total] = await report('report_sales', { ...EVER, basis, level: 'total' })
      expect(money(total!.net)).toBe(
        basis === 'added' ? expected.grossAllBookings : expected.grossDelivered,
      )
      expect(Number(total!.bookings)).toBe(
        basis === 'added' ? expected.counts.bookings : expected.counts.delivered,
      )
      const byMonth = await sales({ ...EVER, basis, level: 'month' }, 'month')
      expect(byMonth).toMatchObject(
        basis === 'added' ? expected.salesByAddedMonth : expected.salesByDeliveredMonth,
      )
      expect(byMonth).toEqual(soldBy(tables, (order) => day(order)?.slice(0, 7)))
      const year = { from: '1997-01-01', to: '1997-12-31', basis, against: 'none' }
      const within = (order: Tables['orders'][number]) => day(order)?.startsWith('1997')
      const categoryOf = new Map(
        tables.products.map(({ product_id, category_id }) => [
          product_id!,
          tables.categories.find((row) => row.category_id === category_id)!.category_name!,
        ]),
      )
      expect(await sales({ ...year, level: 'item' }, 'item')).toEqual(
        soldBy(tables, (order, { product_id }) => within(order) && categoryOf.get(product_id!)),
      )
      const names = new Map(tables.customers.map((row) => [row.customer_id, row.company_name!]))
      expect(await sales({ ...year, level: 'customer' }, 'customer_name')).toEqual(
        soldBy(tables, (order) => within(order) && names.get(order.customer_id)),
      )
    }
    const byAgent = await sales({ ...EVER, basis: 'added', level: 'agent' }, 'agent_id')
    for (const [employee, figures] of Object.entries(expected.salesByAgentAllBookings))
      expect(byAgent[agents.get(employee)!], employee).toEqual(figures)
  })

  it('compares the months of a year with those of the year before', async () => {
    const period = { from: '1998-01-01', to: '1998-04-30', basis: 'added', against: 'year' }
    const [total] = await report('report_sales', { ...period, level: 'total' })
    const of97 = soldBy(of().tables, ({ order_date: day }) =>
      day! >= '1997-01-01' && day! <= '1997-04-30' ? 'all' : null,
    )
    expect(money(total!.previous)).toBe(of97.all![0])
  })

  it('reports what a customer bought month by month, and what it never bought', async () => {
    const { tables } = of()
    const { customer_id, company_name } = tables.customers.find(
      (row) => row.customer_id === 'QUICK',
    )!
    const everyone = await report('report_sales_customerspecific', { ...EVER, level: 'customer' })
    const id = everyone.find((row) => row.customer_name === company_name)!.customer_id
    const period = { customer_id: id, from: '1997-01-01', to: '1997-12-31', basis: 'added' }
    const own = (order: Tables['orders'][number]) => order.customer_id === customer_id
    const found = await report('report_sales_customerspecific', { ...period, level: 'product' })
    const cells = found.flatMap((row) =>
      Object.entries(row.amounts as Record<string, string>).map(
        ([month, amount]) => [`${row.material_code} ${month}`, amount] as const,
      ),
    )
    const bought = soldBy(tables, (order, { product_id }) =>
      own(order) && order.order_date!.startsWith('1997')
        ? `${codeOf(product_id!)} ${order.order_date!.slice(0, 7)}`
        : null,
    )
    expect(Object.fromEntries(cells)).toEqual(
      Object.fromEntries(Object.entries(bought).map(([key, [amount]]) => [key, amount])),
    )
    const never = await report('report_sales_customerspecific', {
      customer_id: id,
      basis: 'added',
      to: EVER.to,
      level: 'never',
    })
    const ever = soldBy(tables, (order, line) => (own(order) ? codeOf(line.product_id!) : null))
    expect(never.map((row) => row.material_code).sort()).toEqual(
      tables.products.map((row) => codeOf(row.product_id!)).filter((code) => !ever[code]),
    )
  })

  it('reaches as many outlets as the source, in all and by category', async () => {
    const { tables, expected } = of()
    const { universe, buyers, byCategoryBuyers } = expected.penetration1997Delivered
    const year = { from: '1997-01-01', to: '1997-12-31' }
    const [total] = await report('report_penetration_report', { ...year, level: 'total' })
    expect([total!.universe, total!.buyers, total!.gap].map(Number)).toEqual([
      universe,
      buyers,
      universe - buyers,
    ])
    const found = await report('report_penetration_report', { ...year, level: 'item' })
    expect(Object.fromEntries(found.map((row) => [row.item, Number(row.buyers)]))).toEqual(
      Object.fromEntries(
        tables.categories.map(({ category_id, category_name }) => [
          category_name,
          byCategoryBuyers[category_id!],
        ]),
      ),
    )
    const byAgent = await report('report_penetration_report', { ...year, level: 'agent' })
    expect(byAgent.reduce((sum, row) => sum + Number(row.buyers), 0)).toBe(buyers)
    const missed = await report('report_penetration_report', { ...year, level: 'not_buying' })
    expect(missed).toHaveLength(universe - buyers)
  })
}
