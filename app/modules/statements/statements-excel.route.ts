import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { workbookReply } from '~/platform/files/xlsx.server'
import { loadAllStatements } from './many.server'
import { statementsSheet } from './many-sheet'

/** Serves the statements of the same address as an Excel file, all pages. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'reports.ar')
  const data = await loadAllStatements(reader, request.url)
  const { rows, ...head } = statementsSheet(data)
  const file = await context.makeWorkbook(head, rows)
  return workbookReply(file, `Statements ${data.filters.to}`)
}
