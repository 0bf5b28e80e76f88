import { readAsked } from '~/platform/request/asked'
import { STAGES } from './schema'

/** Filters of the booking list. Days are inclusive. */
export interface BookingFilters {
  /** In SO number, invoice number, customer's or store's name, or the name of an agent. */
  search: string | null
  stage: string | null
  agent: string | null
  added_from: string | null
  added_to: string | null
  delivered_from: string | null
  delivered_to: string | null
}

/** The list's filters, from its address. What is no value of its filter counts as nothing. */
export function readBookingFilters(url: string): BookingFilters {
  const asked = readAsked(url)
  return {
    search: asked.text('q'),
    stage: asked.word('stage', STAGES),
    agent: asked.id('agent'),
    added_from: asked.day('from'),
    added_to: asked.day('to'),
    delivered_from: asked.day('delivered_from'),
    delivered_to: asked.day('delivered_to'),
  }
}

/** The agents whose name contains what was typed: their bookings are found as well. */
export function agentsNamed(names: ReadonlyMap<string, string>, search: string | null): string[] {
  const typed = search?.toLowerCase()
  if (!typed) return []
  return [...names].flatMap(([id, name]) => (name.toLowerCase().includes(typed) ? [id] : []))
}
