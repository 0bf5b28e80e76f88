import { parseDate } from '~/platform/dates'
import { idOf, isId } from '~/platform/ids'
import type { Keyset } from '~/platform/keyset'
import { REMITTANCE_STATUSES } from './schema'

/** What the list is narrowed to; the names are those of the SQL functions' `p_filters`. */
export interface RemittanceFilters {
  /** In the number, or in a CR or cheque number on it. */
  search: string | null
  collector_id: string | null
  status: string | null
  from: string | null
  to: string | null
  /** Only where the cash differed. */
  variance: boolean
}

/** Filters of the list of remittances, from the address. */
export function readRemittanceFilters(url: string): RemittanceFilters {
  const search = new URL(url).searchParams
  const collector = search.get('collector') ?? ''
  const status = search.get('status')
  return {
    search: search.get('q')?.trim() || null,
    collector_id: idOf(collector),
    status: REMITTANCE_STATUSES.find((known) => known === status) ?? null,
    from: parseDate(search.get('from') ?? ''),
    to: parseDate(search.get('to') ?? ''),
    variance: search.get('variance') === '1',
  }
}

/** Where a page of `remittance_list` begins; a cursor that is none gives the first page. */
export function placeOf(keyset: Keyset): object {
  const [on = '', id = ''] = keyset.cursor ?? []
  if (!parseDate(on) || !isId(id)) return {}
  return keyset.backwards ? { before: { on, id } } : { after: { on, id } }
}
