import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import type { Orders } from '~/platform/db/orders'
import { readPage } from '~/platform/db/page.server'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import { readSearchParams } from '~/platform/request/search-params'
import { REQUEST_KINDS, REQUEST_STATUSES } from './kinds'

/** A request in a list. */
export interface RequestRow {
  id: string
  requestNo: string
  soNo: string
  customer: string
  store: string | null
  kind: string
  reason: string
  status: string
  requestedBy: string
  dateAdded: string
  decidedBy: string | null
}

/** Orders of the request list. */
export const WAREHOUSE_REQUEST_ORDERS: Orders = {
  asked: { by: 'id', of: 'day' },
  no: { by: 'request_no', tie: null, of: 'number' },
}

interface RequestFilters {
  /** Text to find in the request number, SO number or customer's name. */
  search: string | null
  status: string | null
  kind: string | null
  /** The days of the requests, both included. */
  from: string | null
  to: string | null
}

/** Reads the filters of the list from its address. */
export function readRequestFilters(url: string): RequestFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    status: searchParams.option('status', REQUEST_STATUSES),
    kind: searchParams.option('kind', REQUEST_KINDS),
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
}

const ROW =
  'id, request_no, so_no, kind, reason, request_status, user_id, date_added, decided_by, booking_details'

interface Found {
  id: string
  request_no: string
  so_no: string
  kind: string
  reason: string
  request_status: string
  user_id: string
  date_added: string
  decided_by: string | null
  booking_details: unknown
}

/** Makes the row of a list of what the table has. */
export function requestRow(found: Found): RequestRow {
  const booking = found.booking_details as { customer: string; store: string | null }
  return {
    id: found.id,
    requestNo: found.request_no,
    soNo: found.so_no,
    customer: booking.customer,
    store: booking.store,
    kind: found.kind,
    reason: found.reason,
    status: found.request_status,
    requestedBy: found.user_id,
    dateAdded: found.date_added,
    decidedBy: found.decided_by,
  }
}

/** Reads one page of the project's requests in the keyset's order, and their number. */
export async function listRequests(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: RequestFilters,
): Promise<Page<Listed<RequestRow>> & { count: number }> {
  const contains = anyContains(
    ['request_no', 'so_no', 'booking_details->>customer'],
    filters.search,
  )
  const fitting = (columns: string, options?: { count: 'exact'; head: true }) => {
    let query = db
      .from('warehouse_requests')
      .select(columns as typeof ROW, options)
      .eq('project_id', projectId)
    if (contains) query = query.or(contains)
    if (filters.status) query = query.eq('request_status', filters.status)
    if (filters.kind) query = query.eq('kind', filters.kind)
    if (filters.from) query = query.gte('date_added', filters.from)
    if (filters.to) query = query.lte('date_added', filters.to)
    return query
  }
  return readPage(keyset, fitting(ROW), {
    row: (request) => ({ ...requestRow(request), cursor: encodeCursor(request, keyset) }),
    count: fitting('id', { count: 'exact', head: true }),
  })
}
