import type { LoaderFunctionArgs } from '@remix-run/node'
import { today } from '~/platform/dates'
import { requirePermission } from '~/platform/guard.server'
import { workbookReply } from '~/platform/xlsx.server'
import { askedReport } from './asked.server'
import { loadWholeReport } from './load.server'
import { sheetHead, sheetParts } from './sheet'

/** Any report of the same address without `_excel`, for Excel: every row that the filters find. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await requirePermission(context, askedReport(request).permission)
  const data = await loadWholeReport(askedReport(request), reader, request.url)
  const file = await context.makeWorkbook(sheetHead(data), sheetParts(data))
  return workbookReply(file, `${data.report.title} ${today(reader.project.timeZone)}`)
}
