import type { LoaderFunctionArgs } from '@remix-run/node'
import { namesOf } from '~/modules/people/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { CUSTOMER_REQUEST_ORDERS, WAITING } from './filters'
import { type CustomerRow, listCustomers } from './list.server'

/** Answers with the pending requests of customers as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'customers.read')
  const { db, project } = reader
  const { sort, paging } = readOrder(request.url, CUSTOMER_REQUEST_ORDERS)
  const names = await namesOf(db, project.projectId)
  return listReply(
    { request, context, reader },
    {
      title: 'Customer requests',
      columns: columnsOf(names),
      paging,
      page: (keyset) => listCustomers(db, project.projectId, keyset, { filters: WAITING, sort }),
    },
  )
}

function columnsOf(names: ReadonlyMap<string, string>): FileColumn<CustomerRow>[] {
  return [
    { header: 'Customer', cell: (row) => row.name },
    { header: 'Store', cell: (row) => row.storeName },
    { header: 'Area', cell: (row) => row.area },
    { header: 'TIN', cell: (row) => row.tinNo },
    { header: 'Agent', cell: (row) => row.agent },
    { header: 'Terms, days', cell: (row) => countCell(row.termsDays) },
    { header: 'Credit limit', cell: ({ creditLine }) => creditLine && { money: creditLine } },
    { header: 'Requested by', cell: (row) => names.get(row.createdBy ?? '') ?? null },
    { header: 'Requested on', cell: (row) => ({ day: row.dateAdded }) },
  ]
}
