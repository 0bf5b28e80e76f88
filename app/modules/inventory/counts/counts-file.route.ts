import type { LoaderFunctionArgs } from '@remix-run/node'
import { namesOf } from '~/modules/people/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { COUNT_ORDERS, type CountHead, listCounts } from './queries.server'
import { readCountStatus, STATUS_NAMES } from './schema'

/** Answers with the list of stock counts as a file, values at cost to readers of costs. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'counts.write', 'counts.decide')
  const { db, project } = reader
  const names = await namesOf(db, project.projectId)
  return listReply(
    { request, context, reader },
    {
      title: 'Stock counts',
      columns: columnsOf(names, project.permissions.includes('costs.read')),
      paging: readOrder(request.url, COUNT_ORDERS).paging,
      page: (keyset) => listCounts(db, project.projectId, keyset, readCountStatus(request.url)),
    },
  )
}

function columnsOf(names: ReadonlyMap<string, string>, costs: boolean): FileColumn<CountHead>[] {
  const name = (id: string | null) => (id && names.get(id)) ?? null
  const cost: FileColumn<CountHead> = {
    header: 'Value at cost',
    key: 'cost',
    cell: ({ costValue }) => costValue && { money: costValue },
  }
  return [
    { header: 'Count', key: 'title', cell: (row) => row.title },
    { header: 'Date', key: 'date', cell: (row) => ({ day: row.countedOn }) },
    { header: 'Category', key: 'category', cell: (row) => row.category ?? 'All products' },
    { header: 'Status', key: 'status', cell: (row) => STATUS_NAMES[row.status] },
    { header: 'Created by', cell: (row) => name(row.createdBy) },
    { header: 'Submitted by', cell: (row) => name(row.submittedBy) },
    { header: 'Approved or returned by', cell: (row) => name(row.decidedBy) },
    { header: 'Lines', cell: (row) => countCell(row.lines) },
    { header: 'Counted', key: 'counted', cell: (row) => countCell(row.counted) },
    { header: 'Over', cell: (row) => countCell(row.surplus) },
    { header: 'Missing', cell: (row) => countCell(row.missing) },
    ...(costs ? [cost] : []),
    { header: 'Value at SRP', key: 'srp', cell: ({ srpValue }) => srpValue && { money: srpValue } },
  ]
}
