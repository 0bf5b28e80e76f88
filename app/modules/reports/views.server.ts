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

/** The keys of columns, as an address names those that are chosen. */
const COLUMN = /^[\w.]{1,40}$/

/** The most columns that are kept with a view. */
const MOST_COLUMNS = 40

/**
 * Returns the filters and the chosen columns as a query string without defaults: a day that nobody
 * chose stays today's day, also when the filters are opened next month.
 *
 * @param search The address, whose `show` names the chosen columns.
 */
export function searchOf(
  report: ReportDefinition,
  project: Membership,
  filters: Filters,
  search: URLSearchParams,
): string {
  const initial = readFilters(report, project, new URLSearchParams())
  const chosen = Object.entries(filters).filter(([name, value]) => initial[name] !== value)
  const shown = [...new Set(search.getAll('show'))].filter((key) => COLUMN.test(key))
  const columns = shown.slice(0, MOST_COLUMNS).map((key) => ['show', key])
  return new URLSearchParams([...chosen, ...columns]).toString()
}
