import { listProductOptions } from '~/modules/inventory/queries.server'
import { rows } from '~/platform/db/command.server'
import { reportRows } from '~/platform/db/figures'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import { type Price, parsePrice, price } from '~/platform/values/price'
import type { CallFilters } from './filters'

/** An outlet that did not buy, with the facts that an agent needs for the visit. */
export interface CustomerCall {
  key: string
  customerId: string
  name: string
  storeName: string | null
  area: string | null
  contact: string | null
  /** The day when these goods were last bought; the other field is the day of any last purchase. */
  lastBought: string | null
  lastOrder: string | null
  /** Null means no limit. */
  creditLeft: Money | null
}

/** A row of the level `not_buying`. */
interface MissedRow {
  row_key: string
  agent_id: string
  agent_name: string
  customer_id: string
  customer_name: string
  store_name: string | null
  area: string | null
  contact: string | null
  last_bought: string | null
  last_order: string | null
  credit_left: number | null
}

/** The outlets that one agent is to visit. */
export interface CallList {
  agentId: string
  agent: string
  calls: CustomerCall[]
}

/** Customers that fit on one screen and its print. */
export const MOST_CALLS = 500

/**
 * Lists the outlets of the penetration report's gap by agent, the level `not_buying` by name, and counts them all. More
 * than MOST_CALLS are not listed before an agent is chosen: part of an agent's list would look like all of it. Needs
 * reports.penetration.
 */
export async function listCalls(
  db: Db,
  projectId: string,
  filters: CallFilters,
): Promise<{ lists: CallList[]; count: number }> {
  const count = await countCalls(db, projectId, filters)
  if (count === 0 || (count > MOST_CALLS && !filters.agent_id)) return { lists: [], count }
  const p_filters = { ...filters, level: 'not_buying', sort: 'name', limit: MOST_CALLS }
  const found = await db.rpc('report_penetration_report', {
    p_project: projectId,
    p_filters,
  })
  const lists = new Map<string, CallList>()
  for (const row of reportRows(found) as unknown as MissedRow[]) {
    const list = lists.get(row.agent_id) ?? {
      agentId: row.agent_id,
      agent: row.agent_name,
      calls: [],
    }
    list.calls.push({
      key: row.row_key,
      customerId: row.customer_id,
      name: row.customer_name,
      storeName: row.store_name,
      area: row.area,
      contact: row.contact,
      lastBought: row.last_bought,
      lastOrder: row.last_order,
      creditLeft: row.credit_left === null ? null : money(row.credit_left),
    })
    lists.set(row.agent_id, list)
  }
  return { lists: [...lists.values()], count }
}

async function countCalls(db: Db, projectId: string, filters: CallFilters): Promise<number> {
  const p_filters = { ...filters, level: 'total', for: 'not_buying' }
  const [total] = reportRows(
    await db.rpc('report_penetration_report', { p_project: projectId, p_filters }),
  )
  return Number(total?.gap ?? 0)
}

/** A product to offer. Quantities are in pieces. */
export interface Offer {
  id: string
  label: string
  caseConfig: number
  available: number
  srp: Price
}

/** Products that a sheet offers. */
export const MOST_OFFERS = 200

const CATEGORIES = ['category1', 'category2', 'category3'] as const

/**
 * Lists the active products of a call sheet that are available, one more than MOST_OFFERS at most. Returns null when the
 * sheet covers all products. Needs stock.read.
 */
export async function listOffers(
  db: Db,
  projectId: string,
  filters: CallFilters,
): Promise<Offer[] | null> {
  const { product_id } = filters
  if (product_id) {
    const options = await listProductOptions(db, projectId, { ids: [product_id] })
    return options.map(({ id, label, available, prices, ...packing }) => ({
      id,
      label,
      caseConfig: packing.caseConfig,
      available: available ?? 0,
      srp: parsePrice(prices.agent_srp ?? '', packing) ?? price('NaN', 1),
    }))
  }
  const chosen = CATEGORIES.filter((name) => filters[name])
  if (chosen.length === 0) return null
  const found = rows(
    await db.rpc('product_list', {
      p_project: projectId,
      p_filters: {
        ...Object.fromEntries(chosen.map((name) => [name, filters[name]!])),
        status: 'active',
        on_hand: true,
        limit: MOST_OFFERS + 1,
      },
    }),
  )
  return found
    .filter(({ available }) => available > 0)
    .map((row) => ({
      id: row.id,
      label: `${row.material_code} ${row.description}`,
      caseConfig: row.case_config,
      available: row.available,
      srp: price(row.current_srp, row.current_srp_pieces),
    }))
}
