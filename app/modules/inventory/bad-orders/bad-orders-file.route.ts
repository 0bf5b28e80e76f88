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
  { header: 'Number', cell: (row) => row.no },
  { header: 'Date', cell: (row) => ({ day: row.onDate }) },
  { header: 'Type', cell: (row) => badOrderKind(row.kind) },
  { header: 'Reason', cell: (row) => row.reason },
  { header: 'Status', cell: (row) => stageLabel(row.status) },
  { header: 'By', cell: (row) => row.by },
  { header: 'Pieces', cell: (row) => countCell(row.pieces) },
]
const COST: FileColumn<BadOrderRow> = {
  header: 'Written off',
  cell: ({ cost }) => cost && { money: cost },
}
