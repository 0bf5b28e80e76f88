import { expect, it } from 'vitest'
import { addDays, dayNumber } from '../../app/platform/values/dates.ts'
import {
  fromCents,
  type Money,
  money,
  multiplyMoney,
  toCents,
} from '../../app/platform/values/money.ts'
import type { Tables } from '../../scripts/northwind/tables.ts'
import { sumMoney } from './figures.ts'
import { LAST_DAY, PAID_AFTER } from './receivables.ts'
import { askReports, type Northwind } from './reported.ts'
import { months } from './stock.ts'

type Report = 'report_invoice' | 'report_delivery' | 'report_collection'

/** An order as the papers about it have it: shipped and invoiced on one day, paid in cash some weeks later. */
interface Paper {
  id: number
  agent: string
  ordered: string
  shipped: string | null
  paid: string | null
  total: Money
  pieces: number
  lines: number
}

function papersOf({ orders, order_details }: Tables): Paper[] {
  return orders.map((order) => {
    const lines = order_details.filter(({ order_id }) => order_id === order.order_id)
    const shipped = order.shipped_date || null
    const payday = shipped && addDays(shipped, PAID_AFTER)
    return {
      id: Number(order.order_id),
      agent: order.employee_id!,
      ordered: order.order_date!,
      shipped,
      paid: payday && payday <= LAST_DAY ? payday : null,
      total: sumMoney(
        lines.map((line) => multiplyMoney(money(line.unit_price), Number(line.quantity))),
      ),
      pieces: lines.reduce((sum, { quantity }) => sum + Number(quantity), 0),
      lines: lines.length,
    }
  })
}

/**
 * Counts the missing numbers between used ones, when the number after the gap is in this period.
 */
function missing(used: readonly [no: number, on: string][], from: string, to: string): number {
  const sorted = used.toSorted(([a], [b]) => a - b)
  return sorted.reduce((sum, [no, on], at) => {
    const before = sorted[at - 1]?.[0] ?? no - 1
    return from <= on && on <= to ? sum + no - before - 1 : sum
  }, 0)
}

/** The 12 % of VAT in an amount: what is left when the net is rounded to the centavo. */
function vatOf(total: Money): Money {
  const cents = toCents(total)
  return fromCents(cents - (cents * 200n + 112n) / 224n)
}

const totalOf = (papers: readonly Paper[]) => sumMoney(papers.map(({ total }) => total))

/** The reports of invoices, deliveries and collections against the source's tables and `expected.json`. */
export function documentReports(of: () => Northwind) {
  const report = askReports(of)

  it('reports the invoices, deliveries and collections of the source, month by month', async () => {
    const papers = papersOf(of().tables)
    const invoiced = papers.flatMap(({ id, shipped }) =>
      shipped ? [[id, shipped] as [number, string]] : [],
    )
    const receipted = papers.flatMap(({ id, paid }) =>
      paid ? [[id, paid] as [number, string]] : [],
    )
    expect(missing(invoiced, '1996-01-01', '1998-12-31')).toBeGreaterThan(0)
    for (const [from, to] of [['1996-01-01', '1998-12-31'] as const, ...months()]) {
      const within = (on: string | null) => on !== null && from <= on && on <= to
      const wanted = { from, to, as_of: to, level: 'total' }
      const shipped = papers.filter((paper) => within(paper.shipped))
      const paid = papers.filter((paper) => within(paper.paid))
      const open = papers.filter(
        (paper) => paper.ordered <= to && (!paper.shipped || paper.shipped > to),
      )
      const [invoices] = await report('report_invoice', wanted)
      expect([
        to,
        money(invoices!.gross),
        money(invoices!.collected),
        money(invoices!.vat),
        sumMoney([invoices!.vatable, invoices!.vat]),
        Number(invoices!.invoices),
        Number(invoices!.missing),
      ]).toEqual([
        to,
        totalOf(shipped),
        totalOf(shipped.filter((paper) => paper.paid)),
        sumMoney(shipped.map(({ total }) => vatOf(total))),
        totalOf(shipped),
        shipped.length,
        missing(invoiced, from, to),
      ])
      const [delivered] = await report('report_delivery', wanted)
      const days = shipped.map((paper) => dayNumber(paper.shipped!) - dayNumber(paper.ordered))
      const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
      expect([
        to,
        money(delivered!.amount),
        Number(delivered!.pieces),
        Number(delivered!.lines),
        Number(delivered!.deliveries),
        money(delivered!.open_amount),
        Number(delivered!.open_bookings),
      ]).toEqual([
        to,
        totalOf(shipped),
        sum(shipped.map(({ pieces }) => pieces)),
        sum(shipped.map(({ lines }) => lines)),
        shipped.length,
        totalOf(open),
        open.length,
      ])
      if (shipped.length > 0)
        expect(Number(delivered!.days_to_deliver)).toBeCloseTo(sum(days) / days.length, 1)
      const [collected] = await report('report_collection', wanted)
      expect([
        to,
        money(collected!.collected),
        money(collected!.cash),
        Number(collected!.receipts),
        Number(collected!.missing),
      ]).toEqual([to, totalOf(paid), totalOf(paid), paid.length, missing(receipted, from, to)])
    }
  })

  it('reports them by agent as the source has them, and what is expected of all', async () => {
    const { tables, expected, agents } = of()
    const papers = papersOf(tables)
    const byAgent = (on: 'shipped' | 'paid') =>
      new Map(
        [...agents].map(([employee, agent]) => [
          agent,
          totalOf(papers.filter((paper) => paper.agent === employee && paper[on])),
        ]),
      )
    const found = async (name: Report, amount: 'gross' | 'amount' | 'collected') =>
      new Map(
        (await report(name, { level: 'agent' })).map((row) => [
          row.agent_id,
          money((row as Record<string, unknown>)[amount]),
        ]),
      )
    expect(await found('report_invoice', 'gross')).toEqual(byAgent('shipped'))
    expect(await found('report_delivery', 'amount')).toEqual(byAgent('shipped'))
    expect(await found('report_collection', 'collected')).toEqual(byAgent('paid'))
    const [now] = await report('report_delivery', { level: 'total' })
    expect([
      money(now!.amount),
      Number(now!.deliveries),
      money(now!.open_amount),
      Number(now!.open_bookings),
    ]).toEqual([
      expected.grossDelivered,
      expected.counts.delivered,
      expected.grossUndelivered,
      expected.counts.undelivered,
    ])
    for (const row of await report('report_delivery', { level: 'month' })) {
      const figures = expected.salesByDeliveredMonth[row.month]
      if (figures) expect([money(row.amount), Number(row.deliveries)]).toEqual(figures)
    }
  })
}
