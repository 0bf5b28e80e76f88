import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { listReply } from '~/platform/files/list-file.server'
import { vatClassLabel } from '~/platform/values/vat'
import {
  pageOfSuppliers,
  readSupplierSearch,
  SUPPLIER_ORDERS,
  type Supplier,
} from './queries.server'

/** Answers with the list of suppliers as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'costs.read')
  const { db, project } = reader
  const search = readSupplierSearch(request.url)
  return listReply(
    { request, context, reader },
    {
      title: 'Suppliers',
      columns: [
        { header: 'Name', cell: (row: Supplier) => row.name },
        { header: 'Registered name', cell: (row: Supplier) => row.registeredName },
        { header: 'TIN', cell: (row: Supplier) => row.tin },
        {
          header: 'VAT class',
          cell: (row: Supplier) => row.vatClass && vatClassLabel(row.vatClass),
        },
        {
          header: 'Terms (days)',
          cell: (row: Supplier) => (row.termsDays === null ? null : String(row.termsDays)),
        },
        { header: 'Status', cell: (row: Supplier) => (row.mergedInto ? 'Merged' : 'Active') },
      ],
      paging: readOrder(request.url, SUPPLIER_ORDERS).paging,
      page: (keyset) => pageOfSuppliers(db, project.projectId, keyset, search),
    },
  )
}
