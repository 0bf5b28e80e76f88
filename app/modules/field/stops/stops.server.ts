import { listCalls } from '~/modules/portals/call-sheet/call-sheet.server'
import { readCallFilters } from '~/modules/portals/call-sheet/filters'
import { row, rows } from '~/platform/db/command.server'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import type { Weeks } from '~/platform/values/weeks'
import { MOST_OFFERED } from './schema'

/** A customer who is on the route, or may be. */
export interface RouteCustomer {
  id: string
  name: string
  storeName: string | null
  area: string | null
  /** The place on the route; null where the customer is not on it. */
  place: number | null
  weeks: Weeks
}

export interface Route {
  /** The mark by which the database sees whether the route was changed meanwhile. */
  mark: string
  stops: RouteCustomer[]
  /** Stops whose customer is inactive or has another agent: the agent does not see them. */
  left: string[]
}

interface FoundStop {
  customer_id: string
  name: string
  store: string | null
  area: string | null
  weeks: Weeks
  left: boolean
}

/** Reads the route of an agent on a weekday. */
export async function readRoute(
  db: Db,
  projectId: string,
  agentId: string,
  weekday: number,
): Promise<Route> {
  const found = row(
    await db.rpc('route_of', { p_project: projectId, p_agent: agentId, p_weekday: weekday }),
  ) as unknown as { mark: string; stops: FoundStop[] }
  return {
    mark: found.mark,
    stops: found.stops
      .filter(({ left }) => !left)
      .map(({ customer_id, name, store, area, weeks }, index) => ({
        ...{ id: customer_id, name, storeName: store, area, weeks },
        place: index + 1,
      })),
    left: found.stops.filter(({ left }) => left).map(({ name }) => name),
  }
}

export interface OfferFilters {
  search: string | null
  /** True for those of the call sheet: who bought nothing this month. */
  fromCallSheet: boolean
}

/** Lists approved customers of an agent by name, and tells whether there are more. */
export async function listOffered(
  db: Db,
  projectId: string,
  { agentId, today, search, fromCallSheet }: OfferFilters & { agentId: string; today: string },
): Promise<{ customers: RouteCustomer[]; more: boolean }> {
  const offered = (
    id: string,
    name: string,
    storeName: string | null,
    area: string | null,
  ): RouteCustomer => ({ id, name, storeName, area, place: null, weeks: 'every' })
  if (fromCallSheet) {
    const filters = { ...readCallFilters('http://calls/', today), agent_id: agentId }
    const { lists, count } = await listCalls(db, projectId, filters)
    const calls = lists.flatMap((list) => list.calls)
    return {
      customers: calls
        .slice(0, MOST_OFFERED)
        .map((call) => offered(call.customerId, call.name, call.storeName, call.area)),
      more: count > MOST_OFFERED,
    }
  }
  let query = db
    .from('customers')
    .select('id, name, store_name, area')
    .eq('project_id', projectId)
    .eq('agent_id', agentId)
    .eq('approval_status', 'approved')
    .order('sort_key')
    .order('id')
    .limit(MOST_OFFERED + 1)
  const contains = anyContains(['sort_key', 'name', 'store_name', 'area'], search)
  if (contains) query = query.or(contains)
  const found = rows(await query)
  return {
    customers: found
      .slice(0, MOST_OFFERED)
      .map(({ id, name, store_name, area }) => offered(id, name, store_name, area)),
    more: found.length > MOST_OFFERED,
  }
}

/** Reads how many stops each agent has on each weekday, by "agent weekday". */
export async function readRouteDays(db: Db, projectId: string): Promise<Record<string, number>> {
  const found = rows(await db.rpc('route_days', { p_project: projectId }))
  return Object.fromEntries(
    found.map(({ agent_id, weekday, stops }) => [`${agent_id} ${weekday}`, Number(stops)]),
  )
}
