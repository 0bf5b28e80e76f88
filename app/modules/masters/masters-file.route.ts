import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { listReply } from '~/platform/files/list-file.server'
import { money } from '~/platform/values/money'
import { stageLabel } from '~/ui/Badge'
import { kindAt, masterOf, masterOrders } from './definitions'
import { listMasters, type MasterRow, readMasterFilters } from './queries.server'

/** Answers with one kind of master data as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'treasury.read')
  const { db, project } = reader
  const kind = kindAt(new URL(request.url).pathname)
  const { title, fields } = masterOf(kind)
  const filters = readMasterFilters(request.url)
  return listReply(
    { request, context, reader },
    {
      title,
      columns: [
        ...fields.map(({ name, label, amount }) => ({
          header: label,
          cell: ({ values: { [name]: value = null } }: MasterRow) =>
            amount && value !== null ? { money: money(value) } : value,
        })),
        { header: 'Status', cell: (row: MasterRow) => stageLabel(row.status) },
      ],
      paging: readOrder(request.url, masterOrders(kind)).paging,
      page: (keyset) => listMasters(db, project.projectId, kind, keyset, filters),
    },
  )
}
