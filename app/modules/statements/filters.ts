import { readSearchParams } from '~/platform/request/search-params'
import { type Money, parseMoney, toCents } from '~/platform/values/money'
import { readStatementPeriod, type StatementPeriod } from './period'

/** Selects the customers and days of statements. The names are those of the AR report. */
export interface StatementFilters extends StatementPeriod {
  agent_id: string | null
  customer_id: string | null
  min_balance: Money | null
  overdue_only: boolean
  over_limit: boolean
}

/** Reads the filters of the statements from the address. An invalid value is ignored. */
export function readStatementFilters(url: string, today: string): StatementFilters {
  const searchParams = readSearchParams(url)
  const least = parseMoney(searchParams.text('min_balance') ?? '')
  return {
    ...readStatementPeriod(url, today),
    agent_id: searchParams.id('agent_id'),
    customer_id: searchParams.id('customer_id'),
    min_balance: least && toCents(least) > 0n ? least : null,
    overdue_only: searchParams.yes('overdue_only'),
    over_limit: searchParams.yes('over_limit'),
  }
}
