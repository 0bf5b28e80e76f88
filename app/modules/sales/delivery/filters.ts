import { writtenDay } from '~/platform/values/dates'
import { isId } from '~/platform/values/ids'

/** Filters of deliveries: open ones or those of a day; by agent, by area. */
export interface DeliveryFilters {
  /** The day of deliveries made; absent for open ones. */
  on?: string
  agent_id?: string
  /** Empty text selects those without an area. */
  area?: string
  /** True for only bookings with an invoice. */
  invoiced?: boolean
}

/** The value of an address for "without an area". */
export const NO_AREA = '-'

/** Reads the filters of an address; `today` is the default day for deliveries made. */
export function readDeliveryFilters(url: string, today: string): DeliveryFilters {
  const search = new URL(url).searchParams
  const [agent, area] = [search.get('agent'), search.get('area')]
  return {
    ...(search.get('view') === 'done' ? { on: writtenDay(search.get('on') ?? '') ?? today } : {}),
    ...(isId(agent) ? { agent_id: agent } : {}),
    ...(area ? { area: area === NO_AREA ? '' : area } : {}),
    ...(search.get('invoiced') === '1' ? { invoiced: true } : {}),
  }
}

/** Returns the filters as part of an address. */
export function queryOf({ on, agent_id, area, invoiced }: DeliveryFilters): URLSearchParams {
  return new URLSearchParams({
    ...(on ? { view: 'done', on } : {}),
    ...(agent_id ? { agent: agent_id } : {}),
    ...(area === undefined ? {} : { area: area || NO_AREA }),
    ...(invoiced ? { invoiced: '1' } : {}),
  })
}

/** Returns the selected bookings, at most as many as the database takes. */
export function readSelected(url: string): string[] {
  const selected = new URL(url).searchParams.getAll('booking').filter((id) => isId(id))
  return selected.slice(0, 200)
}
