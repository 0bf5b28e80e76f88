import { addDays, today, writtenDay } from '~/platform/values/dates'
import { idOf, isId } from '~/platform/values/ids'

/** Filters of the trail, as the SQL function takes them (`p_filters`). */
export interface AuditFilters {
  from?: string
  to?: string
  user_id?: string
  kind?: string
  action?: string
  documents?: string[]
}

export const AUDIT_ACTIONS = [
  { value: 'insert', label: 'Created' },
  { value: 'update', label: 'Changed' },
  { value: 'delete', label: 'Removed' },
] as const

const WEEK = 6

/**
 * Reads the filters of an address. The default period is the last week, so that opening the screen
 * does not search through years. With a document or a search there is no default period.
 */
export function readAuditFilters(
  search: URLSearchParams,
  timeZone: string,
): AuditFilters & { document: string | null } {
  const value = (name: string) => search.get(name) ?? ''
  const document = idOf(value('document'))
  const narrow = document !== null || value('q').trim() !== ''
  const day = today(timeZone)
  const from = search.has('from') || narrow ? writtenDay(value('from')) : addDays(day, -WEEK)
  const to = writtenDay(value('to'))
  const action = AUDIT_ACTIONS.find((each) => each.value === value('action'))?.value
  return {
    document,
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(isId(value('user_id')) ? { user_id: value('user_id') } : {}),
    ...(value('kind') ? { kind: value('kind') } : {}),
    ...(action ? { action } : {}),
    ...(document ? { documents: [document] } : {}),
  }
}
