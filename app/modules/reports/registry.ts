import { completed } from './completed'
import { folderOf, type ReportDefinition } from './definition'

const FOUND = import.meta.glob<{ report: ReportDefinition }>('./*/definition.ts', { eager: true })

/** Every report of the product, in the order of Home: one per folder beside this file. */
export const REPORTS: readonly ReportDefinition[] = Object.values(FOUND)
  .map(({ report }) => completed(report))
  .sort((a, b) => a.order - b.order)

/** Returns the report of this name, which is that of its folder. */
export function reportNamed(name: string | undefined): ReportDefinition | undefined {
  return REPORTS.find((report) => folderOf(report) === name)
}

/**
 * Returns the report at an address, ignoring case; the addresses of Excel and print belong to it.
 */
export function reportAt(pathname: string): ReportDefinition | undefined {
  const path = pathname.toLowerCase().replace(/_excel$|\/print$/, '')
  return REPORTS.find((report) => report.path === path)
}
