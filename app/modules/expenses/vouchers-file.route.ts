import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { type FileColumn, listReply } from '~/platform/files/list-file.server'
import { stageLabel } from '~/ui/Badge'
import { readVoucherFilters, VOUCHER_ORDERS } from './filters'
import { modeLabel } from './modes'
import { listVouchers, type VoucherRow } from './queries.server'

/** Answers with the list of vouchers as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'vouchers.read')
  const { db, project } = reader
  const filters = readVoucherFilters(request.url)
  const limit = project.settings.voucher_approval_above
  const { sort, paging } = readOrder(request.url, VOUCHER_ORDERS)
  return listReply(
    { request, context, reader },
    {
      title: 'Vouchers',
      columns: COLUMNS,
      paging,
      page: (keyset) => listVouchers(db, project.projectId, keyset, { ...filters, sort }, limit),
    },
  )
}

const COLUMNS: FileColumn<VoucherRow>[] = [
  { header: 'Voucher', key: 'no', cell: (row) => ({ figure: row.voucherNo, format: '0' }) },
  { header: 'Date', key: 'added', cell: (row) => ({ day: row.dateAdded }) },
  { header: 'Pay to', key: 'payee', cell: (row) => row.payTo },
  { header: 'Description', cell: (row) => row.description },
  { header: 'Invoice', key: 'invoice', cell: (row) => row.invoiceNo },
  { header: 'Category', key: 'category', cell: (row) => row.category },
  { header: 'Classification', optional: 'classification', cell: (row) => row.classification },
  { header: 'Payment type', key: 'mode', cell: (row) => modeLabel(row.mode) },
  { header: 'Bank', optional: 'bank', cell: (row) => row.bank },
  { header: 'Cheque no.', cell: (row) => row.chequeNo },
  { header: 'Total', key: 'total', cell: (row) => ({ money: row.total }) },
  { header: 'Status', key: 'status', cell: (row) => stageLabel(row.status) },
  { header: 'Released', cell: (row) => ({ day: row.dateReleased }) },
]
