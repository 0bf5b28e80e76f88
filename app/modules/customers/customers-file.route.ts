import type { LoaderFunctionArgs } from '@remix-run/node'
import { namesOf } from '~/modules/people/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { stageLabel } from '~/ui/Badge'
import { CUSTOMER_ORDERS, readCustomerFilters } from './filters'
import { type CustomerRow, listCustomers } from './list.server'

/** Answers with the list of customers as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'customers.read')
  const { db, project } = reader
  const filters = readCustomerFilters(request.url)
  const { sort, paging } = readOrder(request.url, CUSTOMER_ORDERS)
  return listReply(
    { request, context, reader },
    {
      title: 'Customers',
      names: await namesOf(db, project.projectId),
      columns: COLUMNS,
      paging,
      page: (keyset) => listCustomers(db, project.projectId, keyset, { filters, sort }),
    },
  )
}

const COLUMNS: FileColumn<CustomerRow>[] = [
  { header: 'Name', key: 'name', cell: (row) => row.name },
  { header: 'Store', key: 'store', cell: (row) => row.storeName },
  { header: 'Area', key: 'area', cell: (row) => row.area },
  { header: 'TIN', optional: 'tin', cell: (row) => row.tinNo },
  { header: 'Agent', key: 'agent', cell: (row) => row.agent },
  { header: 'Payment terms (days)', optional: 'terms', cell: (row) => countCell(row.termsDays) },
  {
    header: 'Credit limit',
    key: 'credit',
    cell: ({ creditLine }) => creditLine && { money: creditLine },
  },
  { header: 'Credit exposure', key: 'exposure', cell: (row) => ({ money: row.exposure }) },
  {
    header: 'Available credit',
    key: 'credit_left',
    cell: ({ creditLeft }) => creditLeft && { money: creditLeft },
  },
  { header: 'Status', key: 'status', cell: (row) => stageLabel(row.status) },
  { header: 'Date added', optional: 'added', cell: (row) => ({ day: row.dateAdded }) },
]
