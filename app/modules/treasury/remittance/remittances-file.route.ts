import type { LoaderFunctionArgs } from '@remix-run/node'
import { listCollectorsEver } from '~/modules/people/queries.server'
import { requirePermission } from '~/platform/access/guard.server'
import { readOrder } from '~/platform/db/orders'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { stageLabel } from '~/ui/Badge'
import { REMITTANCE_ORDERS, readRemittanceFilters } from './filters'
import { listRemittances, type RemittanceRow } from './queries.server'

/** Answers with the list of remittances as a file. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'collections.read')
  const { db, project } = reader
  const filters = readRemittanceFilters(request.url)
  const { sort, paging } = readOrder(request.url, REMITTANCE_ORDERS)
  const collectors = await listCollectorsEver(db, project.projectId)
  return listReply(
    { request, context, reader },
    {
      title: 'Remittances',
      names: new Map(collectors.map(({ id, name }) => [id, name])),
      columns: COLUMNS,
      paging,
      page: (keyset) => listRemittances(db, project.projectId, keyset, { ...filters, sort }),
    },
  )
}

const COLUMNS: FileColumn<RemittanceRow>[] = [
  { header: 'Number', key: 'no', cell: (row) => row.no },
  { header: 'Remitted', key: 'on', cell: (row) => ({ day: row.on }) },
  { header: 'Collector', key: 'collector', cell: (row) => row.collector },
  { header: 'Receipts', key: 'receipts', cell: (row) => countCell(row.receipts) },
  { header: 'Status', key: 'status', cell: (row) => stageLabel(row.status) },
  { header: 'Cash receipts', cell: (row) => ({ money: row.expected }) },
  { header: 'Cash counted', cell: (row) => ({ money: row.counted }) },
  { header: 'Difference', cell: (row) => ({ money: row.variance }) },
  { header: 'Cheques', cell: (row) => ({ money: row.cheques }) },
  { header: 'Other receipts', cell: (row) => ({ money: row.others }) },
]
