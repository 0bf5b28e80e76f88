import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/guard.server'
import { workbook, workbookReply } from '~/platform/xlsx.server'
import { loadAllStatements } from './many.server'
import { statementsSheet } from './many-sheet'

/** The statements of the same address, of all pages, for Excel. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'reports.ar')
  const data = await loadAllStatements(reader, request.url)
  return workbookReply(await workbook(statementsSheet(data)), `Statements ${data.filters.to}`)
}
