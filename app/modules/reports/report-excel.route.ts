import type { LoaderFunctionArgs } from '@remix-run/node'
import { requirePermission } from '~/platform/access/guard.server'
import { readFormat, workbookReply } from '~/platform/files/workbook.server'
import { today } from '~/platform/values/dates'
import { folderOf } from './definition'
import { reportOf } from './filters.server'
import { loadWholeReport } from './load.server'
import { reportMessages } from './workbook-messages'

/**
 * Serves a report as an Excel or CSV file at its address with `_excel`: every row that the filters find.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, reportOf(request).permission)
  const report = reportOf(request)
  const format = readFormat(request.url)
  const load = () => loadWholeReport(report, reader, request.url)
  const messages = reportMessages(folderOf(report), load, format)
  const file = await context.runOnThread('workbook', messages)
  return workbookReply(file, {
    name: `${report.title} ${today(reader.project.timeZone)}`,
    format,
  })
}
