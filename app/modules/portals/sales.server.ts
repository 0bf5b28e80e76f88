import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money, toCents } from '~/platform/values/money'
import type { AgentPart } from './agents'
import type { Period, Periods } from './periods'
import { type ByDay, type Race, raceOf } from './race'

/** Of which date sales are: when goods went out (the default), or when they were booked. */
export type Basis = 'delivery' | 'added'

/** The sales report for a period and its basis, as every block here asks for it. */
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

/** Net sales of the month beside the month and the year before, day by day. Needs reports.sales. */
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

/** What each agent sold this month, and in the same days of the month before. Needs reports.sales. */
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

/** What a customer bought, and in the period before it. */
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
 * The customers who bought most of all (`net`), or whose buying fell most against the days before
 * (`drop`: whoever bought nothing at all among them). Needs reports.sales.
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
