import type { ReportDefinition, ReportFilter } from './definition'
import { withPivot } from './pivot'

/** Every report can be read as it was known at a past moment. */
const KNOWN_AT: ReportFilter = { name: 'known_at', label: 'Data as of', kind: 'moment' }

/** Returns a report with what all reports have, and its pivot. */
export function completed(report: ReportDefinition): ReportDefinition {
  const whole = withPivot(report)
  return { ...whole, filters: [...whole.filters, KNOWN_AT] }
}
