import type { LoaderFunctionArgs } from '@remix-run/node'
import { namesOf } from '~/modules/people/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { type FileColumn, listReply } from '~/platform/files/list-file.server'
import { stageLabel } from '~/ui/Badge'
import { requestKindLabel } from './kinds'
import {
  listRequests,
  type RequestRow,
  readRequestFilters,
  WAREHOUSE_REQUEST_ORDERS,
} from './queries.server'

/** Answers with the list of warehouse requests as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'warehouse.read')
  const { db, project } = reader
  const filters = readRequestFilters(request.url)
  return listReply(
    { request, context, reader },
    {
      title: 'Warehouse requests',
      columns: columnsOf(await namesOf(db, project.projectId)),
      paging: readOrder(request.url, WAREHOUSE_REQUEST_ORDERS).paging,
      page: (keyset) => listRequests(db, project.projectId, keyset, filters),
    },
  )
}

function columnsOf(names: ReadonlyMap<string, string>): FileColumn<RequestRow>[] {
  return [
    { header: 'Request no.', key: 'no', cell: (row) => row.requestNo },
    { header: 'SO no.', key: 'so', cell: (row) => row.soNo },
    { header: 'Customer', key: 'customer', cell: (row) => row.customer },
    { header: 'Store', cell: (row) => row.store },
    { header: 'Type', key: 'kind', cell: (row) => requestKindLabel(row.kind) },
    { header: 'Reason', key: 'reason', cell: (row) => row.reason },
    { header: 'Status', key: 'status', cell: (row) => stageLabel(row.status) },
    { header: 'Requested by', cell: (row) => names.get(row.requestedBy) ?? null },
    { header: 'Requested', key: 'asked', cell: (row) => ({ day: row.dateAdded }) },
    {
      header: 'Approved or rejected by',
      key: 'decided',
      cell: (row) => names.get(row.decidedBy ?? '') ?? null,
    },
  ]
}
