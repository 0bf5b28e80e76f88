import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/guard.server'
import { workbook, workbookReply } from '~/platform/xlsx.server'
import { loadStatement } from './load.server'
import { statementSheet } from './sheet'

/** The statement of the same address, for Excel. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, 'reports.ar')
  const data = await loadStatement(reader, params.id ?? '', request.url)
  const name = `Statement ${data.customer.name} ${data.statement.to}`
  return workbookReply(await workbook(statementSheet(data)), name)
}
