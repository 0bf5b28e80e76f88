import type { LoaderFunctionArgs } from '@remix-run/node'
import { listBankOptions } from '~/modules/masters/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { type FileColumn, listReply } from '~/platform/files/list-file.server'
import { type IssuedRow, issuedOrders, readIssued, readIssuedFilters } from './register.server'
import { ISSUED_TABS, type IssuedTab, readIssuedTab } from './tabs'

/** Answers with the issued cheques of a tab as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'treasury.read')
  const { db, project } = reader
  const tab = readIssuedTab(new URL(request.url).searchParams)
  const filters = readIssuedFilters(request.url)
  const { sort, paging } = readOrder(request.url, issuedOrders(tab))
  const banks = filters.bank_id ? await listBankOptions(db, project.projectId) : []
  return listReply(
    { request, context, reader },
    {
      title: 'Cheques issued',
      columns: columnsOf(tab),
      paging,
      page: (keyset) => readIssued(db, project.projectId, tab, { ...filters, sort }, keyset),
      names: new Map(banks.map(({ value, label }) => [value, label])),
    },
  )
}

function columnsOf(tab: IssuedTab): FileColumn<IssuedRow>[] {
  const { date } = ISSUED_TABS[tab]
  return [
    { header: 'Cheque no.', key: 'cheque', cell: (row) => row.no },
    { header: 'Account', key: 'bank', cell: (row) => row.bank },
    { header: 'Account no.', key: 'account', cell: (row) => row.accountNo },
    { header: 'Payee', key: 'payee', cell: (row) => row.payee },
    {
      header: 'Voucher',
      key: 'voucher',
      cell: (row) => (row.voucherNo === null ? null : { figure: row.voucherNo, format: '0' }),
    },
    { header: 'Cheque date', cell: (row) => ({ day: row.date }) },
    ...(date && date !== 'Cheque date'
      ? [{ header: date, key: 'on', cell: (row: IssuedRow) => ({ day: row.on }) }]
      : []),
    { header: 'Released', key: 'released', cell: (row) => ({ day: row.releasedOn }) },
    { header: 'Reason', key: 'reason', cell: (row) => row.reason },
    { header: 'Amount', key: 'amount', cell: (row) => row.amount && { money: row.amount } },
  ]
}
