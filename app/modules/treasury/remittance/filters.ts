import type { Paging } from '~/platform/db/keyset'
import { readSearchParams } from '~/platform/request/search-params'
import { parseDate } from '~/platform/values/dates'
import { isId } from '~/platform/values/ids'
import { REMITTANCE_STATUSES } from './schema'

/** Filters of the list. The names are those of the SQL functions' `p_filters`. */
export interface RemittanceFilters {
  /** Text to find in the DRR number, or in a CR or cheque number on the remittance. */
  search: string | null
  collector_id: string | null
  status: string | null
  from: string | null
  to: string | null
  /** True for only remittances with a variance. */
  variance: boolean
}

/** Reads the filters of the list from the address. */
export function readRemittanceFilters(url: string): RemittanceFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    collector_id: searchParams.id('collector'),
    status: searchParams.word('status', REMITTANCE_STATUSES),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
    variance: searchParams.yes('variance'),
  }
}

/** The order of the list: the newest day first. */
export const BY_DAY: Paging = {
  by: 'remitted_on',
  descending: true,
  known: (on, id) => parseDate(on) !== null && isId(id),
  keyOf: (on, id) => ({ on, id }),
}
