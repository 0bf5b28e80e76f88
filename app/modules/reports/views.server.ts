import type { Membership } from '~/platform/request/context'
import { COLUMNS } from '~/platform/request/list-columns'
import type { ReportDefinition } from './definition'
import { readFilters } from './filters'
import { resolveFilters } from './filters.server'

/** The keys of columns, as an address names those that are chosen. */
const COLUMN = /^[\w.-]{1,60}$/

/** An arrangement of columns. */
const ARRANGED = /^[\w~.-]{1,900}$/

/** The most columns that are kept with a view. */
const MOST_COLUMNS = 40

/**
 * Returns the filters and the chosen columns as a query string without defaults: a day that nobody
 * chose stays today's day, also when the filters are opened next month.
 *
 * @param search The address, whose `columns` and `show` name the chosen columns.
 */
export function searchOf(
  report: ReportDefinition,
  project: Membership,
  search: URLSearchParams,
): string {
  const { filters } = resolveFilters(report, project, search)
  const initial = readFilters(report, project, new URLSearchParams())
  const chosen = Object.entries(filters).filter(([name, value]) => initial[name] !== value)
  const shown = [...new Set(search.getAll('show'))].filter((key) => COLUMN.test(key))
  const columns = shown.slice(0, MOST_COLUMNS).map((key) => ['show', key])
  const text = search.get(COLUMNS) ?? ''
  const arranged = ARRANGED.test(text) ? [[COLUMNS, text]] : []
  return new URLSearchParams([...chosen, ...columns, ...arranged] as [string, string][]).toString()
}
