import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import {
  countCell,
  type FileColumn,
  listReply,
  readAtOnce,
} from '~/platform/files/list-file.server'
import { formatDateTime } from '~/platform/values/dates'
import { type Booklet, listBooklets } from './booklets.server'
import { readBookletFilters } from './filters'

/** Answers with the booklets of CR numbers as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'collections.read')
  const { db, project } = reader
  const filters = readBookletFilters(request.url)
  return listReply(
    { request, context, reader },
    {
      title: 'Booklets',
      columns: columnsOf(project.timeZone),
      ...readAtOnce(() => listBooklets(db, project.projectId, filters)),
    },
  )
}

function columnsOf(timeZone: string): FileColumn<Booklet>[] {
  return [
    { header: 'First no.', cell: (row) => row.firstNo },
    { header: 'Last no.', cell: (row) => row.lastNo },
    { header: 'Held by', cell: (row) => row.person },
    { header: 'Next no.', cell: (row) => row.nextNo },
    { header: 'Numbers', cell: (row) => countCell(row.numbers) },
    { header: 'Used', cell: (row) => countCell(row.used) },
    { header: 'Skipped', cell: (row) => countCell(row.skipped) },
    { header: 'Assigned', cell: (row) => formatDateTime(row.assignedAt, timeZone) },
    { header: 'Status', cell: (row) => (row.state === 'in_use' ? 'In use' : 'Returned') },
    { header: 'Reason', cell: (row) => row.reason },
  ]
}
