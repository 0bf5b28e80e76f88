import { completed } from './completed'
import type { ReportDefinition } from './definition'

const FOUND = import.meta.glob<{ report: ReportDefinition }>('./*/definition.ts', { eager: true })

/** Every report of the product, in the order of Home: one per folder beside this file. */
export const REPORTS: readonly ReportDefinition[] = Object.values(FOUND)
  .map(({ report }) => completed(report))
  .sort((a, b) => a.order - b.order)

/**
 * Returns the report at an address, ignoring case; the addresses of Excel and print belong to it.
 */
export function reportAt(pathname: string): ReportDefinition | undefined {
  const path = pathname.toLowerCase().replace(/_excel$|\/print$/, '')
  return REPORTS.find((report) => report.path === path)
}
