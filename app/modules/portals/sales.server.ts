import { row } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money, toCents } from '~/platform/values/money'
import type { AgentPart } from './agents'
import type { Periods } from './periods'
import { daysOf, type FoundDays, type Race, raceOf } from './race'

/** The date that sales count on: the delivery date (the default) or the booking date. */
export type Basis = 'delivery' | 'added'

/** A customer's purchases in a period and in the period before it. */
export interface Buyer {
  id: string
  name: string
  storeName: string | null
  net: Money
  previous: Money
  /** True when anything was sold to the customer in the period; its net may be 0 or less. */
  hasBought: boolean
}

interface FoundBuyer {
  id: string
  name: string
  store_name: string | null
  net: number
  previous: number
  bought: boolean
}

/** The answer of the SQL function `portal_sales`. */
interface Found {
  days: FoundDays
  agents: { id: string; name: string; net: number; previous: number }[]
  best: FoundBuyer[]
  falling: FoundBuyer[]
}

/** The sales of a portal, all from the sales report. */
export interface Sales {
  /** The month, the month before and the year before, day by day. */
  race: Race
  /** Each agent's sales of this month and of the same days of the month before. */
  agents: AgentPart[]
  /** The customers with the highest purchases of the month. */
  best: Buyer[]
  /** Customers with the largest drop from the thirty days before, also to nothing. */
  falling: Buyer[]
}

/** Reads the sales of a portal. Needs reports.sales. */
export async function readSales(
  db: Db,
  projectId: string,
  basis: Basis,
  periods: Periods,
): Promise<Sales> {
  const { month, recent } = periods
  const p_filters = { basis, days: daysOf(periods), month: { ...month }, recent: { ...recent } }
  const found = row(
    await db.rpc('portal_sales', { p_project: projectId, p_filters }),
  ) as unknown as Found
  return {
    race: raceOf(periods, found.days),
    agents: found.agents.map(({ id, name, net, previous }) => ({
      id,
      name,
      sales: money(net),
      salesBefore: money(previous),
    })),
    best: found.best.map(buyerOf).filter(({ hasBought }) => hasBought),
    falling: found.falling
      .map(buyerOf)
      .filter(({ net, previous }) => toCents(net) < toCents(previous)),
  }
}

const buyerOf = (found: FoundBuyer): Buyer => ({
  id: found.id,
  name: found.name,
  storeName: found.store_name,
  net: money(found.net),
  previous: money(found.previous),
  hasBought: found.bought,
})
