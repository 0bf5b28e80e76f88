import { problem } from '~/platform/errors'
import type { ReportDefinition } from './definition'
import { reportAt } from './registry'

/** The report that a request is about; 404 where there is none. */
export function askedReport(request: Request): ReportDefinition {
  const report = reportAt(new URL(request.url).pathname)
  if (!report) throw problem(404)
  return report
}
