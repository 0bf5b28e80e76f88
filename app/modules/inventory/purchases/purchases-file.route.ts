import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { stageLabel } from '~/ui/Badge'
import { PURCHASE_ORDERS, readPurchaseFilters } from './filters'
import { kindLabel } from './kinds'
import { listPurchases, type PurchaseRow } from './queries.server'

/** Answers with the list of purchases as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'purchases.read')
  const { db, project } = reader
  const filters = readPurchaseFilters(request.url)
  const { sort, paging } = readOrder(request.url, PURCHASE_ORDERS)
  return listReply(
    { request, context, reader },
    {
      title: 'Purchases',
      columns: COLUMNS,
      paging,
      page: (keyset) => listPurchases(db, project.projectId, keyset, { ...filters, sort }),
    },
  )
}

const COLUMNS: FileColumn<PurchaseRow>[] = [
  { header: 'PO no.', key: 'po', cell: (row) => row.poNo },
  { header: 'Type', key: 'kind', cell: (row) => kindLabel(row.kind) },
  { header: 'Supplier', key: 'supplier', cell: (row) => row.supplier },
  { header: 'Supplier invoice', key: 'invoice', cell: (row) => row.invoiceNo },
  { header: 'Invoice date', optional: 'invoice_date', cell: (row) => ({ day: row.invoiceDate }) },
  { header: 'Date added', key: 'added', cell: (row) => ({ day: row.dateAdded }) },
  { header: 'Delivered', key: 'delivered', cell: (row) => ({ day: row.deliveryDate }) },
  { header: 'Lines', key: 'lines', cell: (row) => countCell(row.lineCount) },
  { header: 'Total cost', key: 'total', cell: (row) => ({ money: row.totalCost }) },
  { header: 'Status', key: 'status', cell: (row) => stageLabel(row.status) },
]
