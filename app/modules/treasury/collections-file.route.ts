import type { LoaderFunctionArgs } from '@remix-run/node'
import { namesOf } from '~/modules/people/queries.server'
import { collectionType } from '~/modules/receivables/collection-types'
import { requirePermission } from '~/platform/access/guard.server'
import { type FileColumn, listReply } from '~/platform/files/list-file.server'
import { readCollectionFilters } from './filters'
import { type CollectionRow, listCollections } from './queries.server'

/** Answers with the list of collections as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'collections.read')
  const { db, project } = reader
  const filters = readCollectionFilters(request.url)
  const names = await namesOf(db, project.projectId)
  return listReply(
    { request, context, reader },
    {
      title: 'Collections',
      names,
      columns: columnsOf(project.settings.drr_label, names),
      paging: { by: 'date_collected', descending: true },
      page: (keyset) => listCollections(db, project.projectId, keyset, filters),
    },
  )
}

function columnsOf(
  drrLabel: string,
  names: ReadonlyMap<string, string>,
): FileColumn<CollectionRow>[] {
  return [
    { header: 'CR no.', cell: (row) => row.crNo },
    { header: 'Collected', cell: (row) => ({ day: row.dateCollected }) },
    { header: 'Customer', cell: (row) => row.customerName },
    { header: 'Agent', cell: (row) => names.get(row.agentId) ?? null },
    { header: 'Type', cell: (row) => collectionType(row.type) },
    { header: 'Cheque bank', cell: (row) => row.cheque?.bank ?? null },
    { header: 'Cheque no.', cell: (row) => row.cheque?.no ?? null },
    { header: 'Cheque date', cell: (row) => ({ day: row.cheque?.date ?? null }) },
    { header: 'Cheque state', cell: (row) => row.cheque?.state ?? null },
    { header: 'Allocated to', cell: (row) => row.allocated.map(({ soNo }) => soNo).join(', ') },
    { header: `${drrLabel} no.`, cell: (row) => row.drrNo },
    { header: 'Status', cell: (row) => (row.paidBack ? 'paid back' : row.status) },
    { header: 'Amount', cell: (row) => ({ money: row.amount }) },
    { header: 'Not allocated', cell: (row) => ({ money: row.unapplied }) },
  ]
}
