import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { pricedCell } from '~/platform/files/sheet'
import { partsOf, unitOf } from '~/platform/values/price'
import { stageLabel } from '~/ui/Badge'
import { readStockFilters, STOCK_ORDERS } from './filters'
import { listStock, type StockRow } from './queries.server'

/** Answers with the current stock as a file, its cost to readers of costs. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'stock.read')
  const { db, project } = reader
  const filters = readStockFilters(request.url)
  const { sort, paging } = readOrder(request.url, STOCK_ORDERS)
  return listReply(
    { request, context, reader },
    {
      title: 'Current stock',
      columns: columnsOf(project.permissions.includes('costs.read')),
      paging,
      page: (keyset) => listStock(db, project.projectId, keyset, { filters, sort }),
    },
  )
}

function columnsOf(costs: boolean): FileColumn<StockRow>[] {
  const cost: FileColumn<StockRow> = {
    header: 'Value at cost',
    key: 'cost',
    cell: ({ costValue }) => costValue && { money: costValue },
  }
  return [
    { header: 'Product name', key: 'name', cell: (row) => row.description },
    { header: 'Material code', key: 'code', cell: (row) => row.materialCode },
    { header: 'Categories', key: 'category', cell: (row) => row.category },
    { header: 'Pcs/case', cell: (row) => countCell(row.caseConfig) },
    { header: 'On hand pc', key: 'on_hand', cell: (row) => countCell(row.onHand) },
    { header: 'Reserved pc', key: 'reserved', cell: (row) => countCell(row.reserved) },
    { header: 'Available pc', key: 'available', cell: (row) => countCell(row.available) },
    { header: 'Reorder level pc', cell: (row) => countCell(row.reorderLevel) },
    {
      header: 'Liters',
      key: 'litres',
      cell: (row) => ({ figure: row.litres, format: '#,##0.00' }),
    },
    ...(costs ? [cost] : []),
    {
      header: 'Current SRP',
      key: 'srp',
      cell: (row) => pricedCell(partsOf(row.srp).amount, unitOf(row.srp, row)),
    },
    { header: 'Value at SRP', key: 'value', cell: (row) => ({ money: row.srpValue }) },
    { header: 'Status', cell: (row) => stageLabel(row.active ? 'active' : 'inactive') },
  ]
}
