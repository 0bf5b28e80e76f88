import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { sheetReply } from '~/platform/files/workbook.server'
import { loadStatement } from './load.server'
import { statementSheet } from './sheet'

/** Serves the statement of the same address as an Excel or CSV file. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'reports.ar')
  const data = await loadStatement(reader, params.id ?? '', request.url)
  const name = `Statement ${data.customer.name} ${data.statement.to}`
  return sheetReply(context, statementSheet(data), { name, url: request.url })
}
