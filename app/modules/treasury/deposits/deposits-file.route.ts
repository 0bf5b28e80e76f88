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
  { header: 'Deposit slip no.', cell: (row) => row.slipNo },
  { header: 'Deposited', cell: (row) => ({ day: row.depositedOn }) },
  { header: 'Bank', cell: (row) => row.bank },
  { header: 'Account no.', cell: (row) => row.accountNo },
  { header: 'Cheques', cell: (row) => countCell(row.cheques) },
  { header: 'Uncleared', cell: (row) => countCell(row.waiting) },
  { header: 'Returned', cell: (row) => countCell(row.returned) },
  { header: 'In cheques', cell: (row) => ({ money: row.chequeAmount }) },
  { header: 'In cash', cell: (row) => ({ money: row.cash }) },
  { header: 'Total', cell: (row) => ({ money: row.total }) },
]
