import { parseDate } from '~/platform/values/dates'
import { isId } from '~/platform/values/ids'

/** Which deliveries: open ones, or those of a day; of an agent, in an area. */
export interface DeliveryFilters {
  /** The day of what was delivered; absent for what is still to go. */
  on?: string
  agent_id?: string
  /** Empty text: those without an area. */
  area?: string
  /** Only bookings with an invoice. */
  invoiced?: boolean
}

/** How "without an area" stands in an address. */
export const NO_AREA = '-'

/** The filters of an address; `today` is the day of the list of what was delivered. */
export function readFilters(url: string, today: string): DeliveryFilters {
  const search = new URL(url).searchParams
  const [agent, area] = [search.get('agent'), search.get('area')]
  return {
    ...(search.get('view') === 'done' ? { on: parseDate(search.get('on') ?? '') ?? today } : {}),
    ...(isId(agent) ? { agent_id: agent } : {}),
    ...(area ? { area: area === NO_AREA ? '' : area } : {}),
    ...(search.get('invoiced') === '1' ? { invoiced: true } : {}),
  }
}

/** The same as part of an address. */
export function queryOf({ on, agent_id, area, invoiced }: DeliveryFilters): URLSearchParams {
  return new URLSearchParams({
    ...(on ? { view: 'done', on } : {}),
    ...(agent_id ? { agent: agent_id } : {}),
    ...(area === undefined ? {} : { area: area || NO_AREA }),
    ...(invoiced ? { invoiced: '1' } : {}),
  })
}

/** The bookings that were ticked, at most as many as the database takes. */
export function readTicked(url: string): string[] {
  const ticked = new URL(url).searchParams.getAll('booking').filter((id) => isId(id))
  return ticked.slice(0, 200)
}
