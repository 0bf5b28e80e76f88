import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { roleLabel } from '~/platform/access/role-label'
import {
  countCell,
  type FileColumn,
  listReply,
  readAtOnce,
} from '~/platform/files/list-file.server'
import { formatDateTime } from '~/platform/values/dates'
import { ACT_PAGING, readActFilters, readFieldTab, readPhoneFilters } from './filters'
import { ACT_STATES, actKindLabel } from './labels'
import { findPhones, listActs, listPhones, type Phone } from './queries.server'

/** Answers with the list of a tab as a file: the phones, or the acts that arrived. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'field.read')
  const { db, project } = reader
  if (readFieldTab(request.url) === 'phones') {
    const filters = readPhoneFilters(request.url)
    return listReply(
      { request, context, reader },
      {
        title: 'Phones of the field',
        columns: phoneColumns(project.timeZone),
        ...readAtOnce(async () => findPhones(await listPhones(db, project.projectId), filters)),
      },
    )
  }
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

function phoneColumns(timeZone: string): FileColumn<Phone>[] {
  const at = (moment: string | null) => (moment ? formatDateTime(moment, timeZone) : null)
  return [
    { header: 'Person', cell: (row) => row.person },
    { header: 'Role', cell: (row) => roleLabel(row.role) },
    { header: 'Phone', cell: (row) => row.name },
    { header: 'Registered', cell: (row) => at(row.registeredAt) },
    { header: 'Last contact', cell: (row) => at(row.seenAt) },
    { header: 'Acts that wait', cell: (row) => countCell(row.waiting) },
    { header: 'Oldest', cell: (row) => at(row.waitingSince) },
    { header: 'Version', cell: (row) => row.appVersion },
    { header: 'Status', cell: (row) => (row.lockedAt ? 'Locked' : 'In use') },
    { header: 'Reason', cell: (row) => row.lockReason },
  ]
}
