import type { SortLink } from '~/ui/DataTable'
import type { Choice, ReportColumn, ReportDefinition, ReportFilter, ReportView } from './definition'
import { appliesTo } from './filters'

/** The filter that says in which order the rows come; the first is the one by itself. */
export const orderBy = (orders: Choice[], levels: readonly string[]): ReportFilter => ({
  kind: 'choice',
  name: 'sort',
  label: 'Order',
  options: () => orders,
  quiet: true,
  levels,
})

/**
 * The link of a column's header: sorts by it, a second time the other way where the report has one. None
 * where the rows have one order only.
 *
 * @param search of the address now: its filters stay, its page does not.
 */
export function sortOf(
  report: ReportDefinition,
  { sort, type }: ReportColumn,
  { level, filters }: ReportView,
  search: URLSearchParams,
): SortLink | undefined {
  const filter = report.filters.find((each) => each.name === 'sort' && appliesTo(each, level))
  if (!sort || !filter) return undefined
  const natural = type === 'text' || type === 'date' ? 'asc' : 'desc'
  const ways = typeof sort === 'string' ? { [natural]: sort } : sort
  const { asc, desc } = ways as { asc?: string; desc?: string }
  const now = filters.sort === asc ? 'asc' : filters.sort === desc ? 'desc' : null
  const [first, second] = natural === 'asc' ? [asc, desc] : [desc, asc]
  const next = filters.sort === (first ?? second) ? (second ?? first)! : (first ?? second)!
  const to = new URLSearchParams(search)
  for (const name of ['after', 'before']) to.delete(name)
  to.set('sort', next)
  return { to: `?${to}`, now }
}
