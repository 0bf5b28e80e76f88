import { withoutCursor } from '~/platform/request/first-page'
import type { SortLink } from '~/ui/list-order'
import type {
  FilterChoice,
  ReportColumn,
  ReportDefinition,
  ReportFilter,
  ReportView,
} from './definition'
import { appliesTo } from './filters'

/** Returns the filter for the order of the rows; the first order is the default. */
export const orderBy = (orders: FilterChoice[], levels: readonly string[]): ReportFilter => ({
  kind: 'choice',
  name: 'sort',
  label: 'Order',
  options: () => orders,
  quiet: true,
  levels,
})

/**
 * Returns the link of a column's header, which sorts by it, and the second time the other way if
 * the report has one. It is absent when the rows have one order only.
 *
 * @param search The current address: its filters stay, its page does not.
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
  const to = withoutCursor(search)
  to.set('sort', next)
  return { to: `?${to}`, now }
}
