import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { type Cell, pricedCell } from '~/platform/files/sheet'
import { type Price, partsOf, unitOf } from '~/platform/values/price'
import { stageLabel } from '~/ui/Badge'
import { productOrders, readProductFilters } from './filters'
import { listProducts, type ProductRow } from './queries.server'

/** Answers with the list of products as a file, supplier and cost to readers of costs. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'stock.read')
  const { db, project } = reader
  const costs = project.permissions.includes('costs.read')
  const filters = readProductFilters(request.url, costs)
  const { sort, paging } = readOrder(request.url, productOrders(costs))
  return listReply(
    { request, context, reader },
    {
      title: 'Products',
      columns: columnsOf(costs),
      paging,
      page: (keyset) => listProducts(db, project.projectId, keyset, { filters, sort }),
    },
  )
}

/** A price with its unit, as the list shows it. */
const priced = (price: Price | null, row: ProductRow): Cell =>
  price === null ? null : pricedCell(partsOf(price).amount, unitOf(price, row))

function columnsOf(costs: boolean): FileColumn<ProductRow>[] {
  const ofCosts: FileColumn<ProductRow>[] = [
    { header: 'Supplier', optional: 'supplier', cell: (row) => row.supplier },
    { header: 'Cost', key: 'cost', cell: (row) => priced(row.defCost, row) },
  ]
  return [
    { header: 'Product name', key: 'name', cell: (row) => row.description },
    { header: 'Material code', key: 'code', cell: (row) => row.materialCode },
    { header: 'Categories', key: 'categories', cell: (row) => row.categories.join(' › ') },
    { header: 'Pcs/case', key: 'case', cell: (row) => countCell(row.caseConfig) },
    { header: 'Unit', key: 'case', cell: (row) => row.unit },
    {
      header: 'Liters/case',
      optional: 'litres',
      cell: (row) => ({ figure: Number(row.litersPerCase), format: '#,##0.###' }),
    },
    ...(costs ? ofCosts : []),
    { header: 'SRP', key: 'def_srp', cell: (row) => priced(row.defSrp, row) },
    { header: 'Current SRP', key: 'srp', cell: (row) => priced(row.srp, row) },
    { header: 'Available pc', key: 'available', cell: (row) => countCell(row.available) },
    { header: 'Reorder level pc', optional: 'reorder', cell: (row) => countCell(row.reorderLevel) },
    { header: 'Status', cell: (row) => stageLabel(row.status) },
  ]
}
