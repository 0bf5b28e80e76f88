import { paths } from '~/paths'
import type { Filters } from '../definition'

/** Filters of the report that choose customers; the statements have them by the same names. */
const SHARED = ['agent_id', 'customer_id', 'min_balance', 'overdue_only', 'over_limit']

/** The address of the statements of every customer that the report has, as of its day. */
export function statementsOf(filters: Filters): string {
  const search = new URLSearchParams({ to: filters.as_of! })
  for (const name of SHARED) if (filters[name]) search.set(name, filters[name])
  return `${paths.statements.list}?${search}`
}
