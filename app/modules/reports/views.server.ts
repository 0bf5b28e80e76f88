import { allRows } from '~/platform/db/command.server'
import type { Membership } from '~/platform/request/context'
import { type Filters, folderOf, type ReportDefinition } from './definition'
import { readFilters } from './filters'
import type { Reader } from './filters.server'

/** Filters that a user has saved under a name. */
export interface SavedView {
  id: string
  name: string
  search: string
  shared: boolean
  /** True for the reader's own filters, which can be deleted. */
  mine: boolean
}

/** Lists the reader's own filters of a report and those that others share, by name. */
export async function listViews(
  { db, project, user }: Reader,
  report: ReportDefinition,
): Promise<SavedView[]> {
  const found = await allRows(
    db
      .from('report_views')
      .select('id, name, search, shared, user_id')
      .eq('project_id', project.projectId)
      .eq('report', folderOf(report))
      .order('name')
      .order('id'),
  )
  return found.map(({ user_id, ...view }) => ({ ...view, mine: user_id === user.userId }))
}

/**
 * Returns the filters as a query string without defaults: a day that nobody chose stays today's
 * day, also when the filters are opened next month.
 */
export function searchOf(report: ReportDefinition, project: Membership, filters: Filters): string {
  const initial = readFilters(report, project, new URLSearchParams())
  const chosen = Object.entries(filters).filter(([name, value]) => initial[name] !== value)
  return new URLSearchParams(chosen).toString()
}
