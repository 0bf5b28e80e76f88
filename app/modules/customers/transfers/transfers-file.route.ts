import type { LoaderFunctionArgs } from '@remix-run/node'
import { namesOf } from '~/modules/people/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { type FileColumn, listReply } from '~/platform/files/list-file.server'
import { formatDateTime } from '~/platform/values/dates'
import { readTransferFilters, TRANSFER_ORDERS } from './filters'
import { listTransfers, type Transfer } from './queries.server'

/** Answers with the transfers of customers as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'customers.read')
  const { db, project } = reader
  const filters = readTransferFilters(request.url)
  const names = await namesOf(db, project.projectId)
  return listReply(
    { request, context, reader },
    {
      title: 'Customer transfers',
      columns: columnsOf(names, project.timeZone),
      paging: readOrder(request.url, TRANSFER_ORDERS).paging,
      page: (keyset) => listTransfers(db, project.projectId, keyset, filters),
      names,
    },
  )
}

function columnsOf(names: ReadonlyMap<string, string>, timeZone: string): FileColumn<Transfer>[] {
  return [
    { header: 'Customer', key: 'customer', cell: (row) => row.customer },
    { header: 'Effective', key: 'on', cell: (row) => ({ day: row.effectiveOn }) },
    { header: 'From', key: 'from', cell: (row) => names.get(row.fromAgentId) ?? 'Former agent' },
    { header: 'To', key: 'to', cell: (row) => names.get(row.targetAgentId) ?? 'Former agent' },
    { header: 'Reason', key: 'reason', cell: (row) => row.reason },
    { header: 'By', key: 'createdBy', cell: (row) => names.get(row.createdBy) ?? null },
    {
      header: 'Recorded',
      key: 'createdAt',
      cell: (row) => formatDateTime(row.createdAt, timeZone),
    },
  ]
}
