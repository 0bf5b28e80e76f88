import type { LoaderFunctionArgs } from '@remix-run/node'
import { listBankOptions } from '~/modules/masters/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { listSlips, readSlipFilters, SLIP_ORDERS, type SlipRow } from './queries.server'

/** Answers with the list of deposits as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'treasury.position')
  const { db, project } = reader
  const banks = await listBankOptions(db, project.projectId)
  const filters = readSlipFilters(request.url, banks)
  const { sort, paging } = readOrder(request.url, SLIP_ORDERS)
  return listReply(
    { request, context, reader },
    {
      title: 'Deposits',
      names: new Map(banks.map(({ value, label }) => [value, label])),
      columns: COLUMNS,
      paging,
      page: (keyset) => listSlips(db, project.projectId, keyset, { ...filters, sort }),
    },
  )
}

const COLUMNS: FileColumn<SlipRow>[] = [
  { header: 'Deposit slip no.', key: 'slip', cell: (row) => row.slipNo },
  { header: 'Deposited', key: 'on', cell: (row) => ({ day: row.depositedOn }) },
  { header: 'Bank', key: 'bank', cell: (row) => row.bank },
  { header: 'Account no.', key: 'account', cell: (row) => row.accountNo },
  { header: 'Cheques', key: 'count', cell: (row) => countCell(row.cheques) },
  { header: 'Uncleared', key: 'waiting', cell: (row) => countCell(row.waiting) },
  { header: 'Returned', key: 'returned', cell: (row) => countCell(row.returned) },
  { header: 'In cheques', key: 'cheques', cell: (row) => ({ money: row.chequeAmount }) },
  { header: 'In cash', key: 'cash', cell: (row) => ({ money: row.cash }) },
  { header: 'Total', key: 'total', cell: (row) => ({ money: row.total }) },
]
