import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { countCell, type FileColumn, listReply } from '~/platform/files/list-file.server'
import { ACTUAL_PAGING, type ActualRow, listActual } from './actual.server'
import { readActualFilters } from './filters'

/** Answers with the stock movement of a period as a file, its cost to readers of costs. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'stock.movements')
  const { db, project } = reader
  const costs = project.permissions.includes('costs.read')
  const filters = readActualFilters(request.url, project.timeZone, costs)
  // The heading names the period also where it is that of the screen.
  const address = new URL(request.url)
  address.searchParams.set('from', filters.from)
  address.searchParams.set('to', filters.to)
  return listReply(
    { request: new Request(address, request), context, reader },
    {
      title: 'Stock movement',
      columns: columnsOf(costs),
      paging: ACTUAL_PAGING,
      page: (keyset) =>
        filters.to < filters.from
          ? Promise.resolve({ rows: [], newer: null, older: null })
          : listActual(db, project.projectId, filters, keyset),
    },
  )
}

function columnsOf(costs: boolean): FileColumn<ActualRow>[] {
  const cost: FileColumn<ActualRow> = {
    header: 'Value at cost',
    cell: ({ costValue }) => costValue && { money: costValue },
  }
  return [
    { header: 'Product name', cell: (row) => row.description },
    { header: 'Material code', cell: (row) => row.materialCode },
    { header: 'Pcs/case', cell: (row) => countCell(row.caseConfig) },
    { header: 'Opening pc', cell: (row) => countCell(row.opening) },
    { header: 'Purchases pc', cell: (row) => countCell(row.purchased) },
    { header: 'Returned pc', cell: (row) => countCell(row.returned) },
    { header: 'To supplier pc', cell: (row) => countCell(-row.supplierReturned) },
    { header: 'Issued pc', cell: (row) => countCell(row.used) },
    { header: 'Adjustments pc', cell: (row) => countCell(row.adjusted) },
    { header: 'Ending pc', cell: (row) => countCell(row.ending) },
    { header: 'Liters', cell: (row) => ({ figure: row.litres, format: '#,##0.00' }) },
    ...(costs ? [cost] : []),
    { header: 'Value at SRP', cell: (row) => ({ money: row.srpValue }) },
  ]
}
