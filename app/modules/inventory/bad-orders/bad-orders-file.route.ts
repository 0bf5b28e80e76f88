import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { stageLabel } from '~/ui/Badge'
import { badOrderKind } from './labels'
import {
  BAD_ORDER_ORDERS,
  type BadOrderRow,
  badOrderFilters,
  listBadOrders,
} from './queries.server'

/** Answers with the list of bad orders as a file, what was written off to readers of costs. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'stock.movements')
  const { db, project } = reader
  const filters = badOrderFilters(request.url)
  const { sort, paging } = readOrder(request.url, BAD_ORDER_ORDERS)
  return listReply(
    { request, context, reader },
    {
      title: 'Bad orders',
      columns: project.permissions.includes('costs.read') ? [...COLUMNS, COST] : COLUMNS,
      paging,
      page: (keyset) => listBadOrders(db, project.projectId, keyset, { ...filters, sort }),
    },
  )
}

const COLUMNS: FileColumn<BadOrderRow>[] = [
  { header: 'Number', key: 'no', cell: (row) => row.no },
  { header: 'Date', key: 'on', cell: (row) => ({ day: row.onDate }) },
  { header: 'Type', key: 'kind', cell: (row) => badOrderKind(row.kind) },
  { header: 'Reason', key: 'reason', cell: (row) => row.reason },
  { header: 'Status', key: 'status', cell: (row) => stageLabel(row.status) },
  { header: 'By', key: 'by', cell: (row) => row.by },
  { header: 'Pieces', key: 'pieces', cell: (row) => countCell(row.pieces) },
]
const COST: FileColumn<BadOrderRow> = {
  header: 'Written off',
  key: 'cost',
  cell: ({ cost }) => cost && { money: cost },
}
