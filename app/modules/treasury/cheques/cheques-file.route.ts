import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { type FileColumn, listReply } from '~/platform/files/list-file.server'
import {
  type ReceivedRow,
  readReceived,
  readReceivedFilters,
  receivedOrders,
} from './register.server'
import { RECEIVED_TABS, type ReceivedTab, readReceivedTab } from './tabs'

/** Answers with the cheques of a tab as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'collections.read')
  const { db, project } = reader
  const tab = readReceivedTab(new URL(request.url).searchParams)
  const filters = readReceivedFilters(request.url)
  const { sort, paging } = readOrder(request.url, receivedOrders(tab))
  return listReply(
    { request, context, reader },
    {
      title: 'Cheques',
      columns: columnsOf(tab),
      paging,
      page: (keyset) => readReceived(db, project.projectId, tab, { ...filters, sort }, keyset),
    },
  )
}

function columnsOf(tab: ReceivedTab): FileColumn<ReceivedRow>[] {
  return [
    { header: 'Bank', key: 'bank', cell: (row) => row.bank },
    { header: 'Cheque no.', key: 'cheque', cell: (row) => row.no },
    { header: 'Cheque date', key: 'dated', cell: (row) => ({ day: row.date }) },
    { header: RECEIVED_TABS[tab].date, key: 'on', cell: (row) => ({ day: row.on }) },
    { header: 'Customer', key: 'customer', cell: (row) => row.customerName },
    { header: 'CR no.', key: 'cr', cell: (row) => row.crNo },
    { header: 'Held by', key: 'with', cell: (row) => row.heldBy },
    { header: 'Deposited', cell: (row) => ({ day: row.depositedOn }) },
    { header: 'Deposit slip no.', key: 'slip', cell: (row) => row.slipNo },
    { header: 'Deposited to', key: 'into', cell: (row) => row.depositBank },
    { header: 'Reason', key: 'reason', cell: (row) => row.reason },
    { header: 'SO no.', cell: (row) => row.booking?.soNo ?? null },
    { header: 'Invoice no.', key: 'invoice', cell: (row) => row.booking?.invoiceNo ?? null },
    {
      header: 'Applied',
      key: 'applied',
      cell: ({ booking }) => booking && { money: booking.applied },
    },
    { header: 'Amount', key: 'amount', cell: (row) => ({ money: row.amount }) },
  ]
}
