import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { sheetReply } from '~/platform/files/workbook.server'
import { loadAllStatements } from './many.server'
import { statementsSheet } from './many-sheet'

/** Serves the statements of the same address as an Excel or CSV file, all pages. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'reports.ar')
  const data = await loadAllStatements(reader, request.url)
  return sheetReply(context, statementsSheet(data), {
    name: `Statements ${data.filters.to}`,
    url: request.url,
  })
}
