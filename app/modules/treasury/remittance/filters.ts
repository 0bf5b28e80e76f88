import type { Paging } from '~/platform/db/keyset'
import { readAsked } from '~/platform/request/asked'
import { parseDate } from '~/platform/values/dates'
import { isId } from '~/platform/values/ids'
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
  const asked = readAsked(url)
  return {
    search: asked.text('q'),
    collector_id: asked.id('collector'),
    status: asked.word('status', REMITTANCE_STATUSES),
    from: asked.day('from'),
    to: asked.day('to'),
    variance: asked.yes('variance'),
  }
}

/** How the list is paged: the newest day first. */
export const BY_DAY: Paging = {
  by: 'remitted_on',
  descending: true,
  known: (on, id) => parseDate(on) !== null && isId(id),
}
