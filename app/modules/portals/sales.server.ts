import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money, toCents } from '~/platform/values/money'
import type { AgentPart } from './agents'
import type { Period, Periods } from './periods'
import { type ByDay, type Race, raceOf } from './race'

/** The date that sales count on: the delivery date (the default) or the booking date. */
export type Basis = 'delivery' | 'added'

/** Calls the sales report for a period and its date basis, as every panel here needs it. */
async function report(
  db: Db,
  projectId: string,
  filters: Record<string, string | number>,
  period: Period,
) {
  return rows(
    await db.rpc('report_sales', {
      p_project: projectId,
      p_filters: { ...filters, ...period },
    }),
  )
}

/**
 * Reads the net sales of the month, of the month before and of the year before, day by day. Needs
 * reports.sales.
 */
export async function readSalesRace(
  db: Db,
  projectId: string,
  basis: Basis,
  periods: Periods,
): Promise<Race> {
  const { month, wholeLastMonth, wholeLastYear } = periods
  const ask = { basis, level: 'day', against: 'none' }
  const found = await Promise.all([
    report(db, projectId, ask, { from: wholeLastMonth.from, to: month.to }),
    report(db, projectId, ask, wholeLastYear),
  ])
  const amounts: ByDay = new Map(found.flat().map((row) => [row.on_date, money(row.net)]))
  return raceOf(periods, amounts)
}

/**
 * Lists each agent's sales of this month and of the same days of the month before. Needs
 * reports.sales.
 */
export async function listAgentSales(
  db: Db,
  projectId: string,
  basis: Basis,
  month: Period,
): Promise<AgentPart[]> {
  const found = await report(db, projectId, { basis, level: 'agent' }, month)
  return found.map((row) => ({
    id: row.agent_id,
    name: row.agent_name,
    sales: money(row.net),
    salesBefore: money(row.previous),
  }))
}

/** A customer's purchases in a period and in the period before it. */
export interface Buyer {
  id: string
  name: string
  storeName: string | null
  net: Money
  previous: Money
  bookings: number
}

const SHOWN = 10

/**
 * Lists the customers with the highest purchases (`net`), or with the largest drop from the period
 * before (`drop`, which includes customers who bought nothing). Needs reports.sales.
 */
export async function listBuyers(
  db: Db,
  projectId: string,
  basis: Basis,
  period: Period,
  sort: 'net' | 'drop',
): Promise<Buyer[]> {
  const found = await report(
    db,
    projectId,
    { basis, level: 'customer', sort, limit: SHOWN },
    period,
  )
  const buyers = found.map((row) => ({
    id: row.customer_id,
    name: row.customer_name,
    storeName: row.store_name,
    net: money(row.net),
    previous: money(row.previous),
    bookings: Number(row.bookings),
  }))
  return sort === 'net'
    ? buyers.filter(({ bookings }) => bookings > 0)
    : buyers.filter(({ net, previous }) => toCents(net) < toCents(previous))
}
