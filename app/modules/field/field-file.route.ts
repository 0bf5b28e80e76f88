import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { countCell, listReply } from '~/platform/files/list-file.server'
import { formatDateTime } from '~/platform/values/dates'
import { ACT_PAGING, readActFilters } from './filters'
import { ACT_STATES, actKindLabel } from './labels'
import { listActs, listPhones } from './queries.server'

/** Answers with the acts that arrived as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'field.read')
  const { db, project } = reader
  const filters = readActFilters(request.url)
  const people = filters.user_id ? await listPhones(db, project.projectId) : []
  const at = (moment: string) => formatDateTime(moment, project.timeZone)
  return listReply(
    { request, context, reader },
    {
      title: 'Acts of the field',
      paging: ACT_PAGING,
      page: (keyset) => listActs(db, project.projectId, filters, keyset),
      names: new Map(people.map(({ userId, person }) => [userId, person])),
      columns: [
        { header: 'Act', cell: (row) => actKindLabel(row.kind) },
        { header: 'No. on the phone', cell: (row) => countCell(row.no) },
        { header: 'Received', cell: (row) => at(row.receivedAt) },
        { header: 'Made', cell: (row) => at(row.madeAt) },
        { header: 'Person', cell: (row) => row.person },
        { header: 'Phone', cell: (row) => row.phone },
        { header: 'Customer', cell: (row) => row.customer },
        { header: 'Status', cell: (row) => ACT_STATES[row.state]?.label ?? row.state },
        { header: 'Document', cell: (row) => row.documentNo },
        { header: 'Reason', cell: (row) => row.message },
        { header: 'Sent', cell: (row) => countCell(row.tries) },
      ],
    },
  )
}
