import { idOf } from '~/platform/ids'
import { type Money, parseMoney, toCents } from '~/platform/money'
import { type Period, readPeriod } from './period'

/** Which customers get a statement, and for which days: the names are those of the AR report. */
export interface StatementFilters extends Period {
  agent_id: string | null
  customer_id: string | null
  min_balance: Money | null
  overdue_only: boolean
  over_limit: boolean
}

/** Filters of the statements, from the address; what is no value of its filter counts as nothing. */
export function readStatementFilters(url: string, today: string): StatementFilters {
  const search = new URL(url).searchParams
  const id = (name: string) => idOf(search.get(name)?.trim())
  const least = parseMoney(search.get('min_balance')?.trim() ?? '')
  return {
    ...readPeriod(url, today),
    agent_id: id('agent_id'),
    customer_id: id('customer_id'),
    min_balance: least && toCents(least) > 0n ? least : null,
    overdue_only: search.get('overdue_only') === '1',
    over_limit: search.get('over_limit') === '1',
  }
}
