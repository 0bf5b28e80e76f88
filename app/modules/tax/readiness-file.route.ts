import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { listReply } from '~/platform/files/list-file.server'
import { today } from '~/platform/values/dates'
import { FINDING_KINDS } from './findings'
import { listFindings, READINESS_PAGING, readinessFilters } from './readiness.server'

/** Answers with what is missing in a quarter as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'tax.read')
  const { db, project } = reader
  const filters = readinessFilters(request.url, today(project.timeZone))
  return listReply(
    { request, context, reader },
    {
      title: `Tax readiness ${filters.quarter.name}`,
      paging: READINESS_PAGING,
      page: (keyset) => listFindings(db, project.projectId, keyset, filters),
      columns: [
        { header: 'Kind', cell: (row) => FINDING_KINDS[row.kind]?.label ?? row.kind },
        { header: 'Number', cell: (row) => row.no },
        { header: 'Name', cell: (row) => row.name },
        { header: 'Date', cell: (row) => ({ day: row.on }) },
        { header: 'Missing', cell: (row) => FINDING_KINDS[row.kind]?.says(row) ?? null },
      ],
    },
  )
}
