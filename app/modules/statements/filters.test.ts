import { describe, expect, it } from 'vitest'
import { readStatementFilters } from './filters.ts'

const read = (query: string) => readStatementFilters(`http://localhost/s${query}`, '2026-11-21')
const AGENT = '7f1cc9a2-7d3f-4c58-9a53-3c6f0a1f8a11'

describe('readStatementFilters', () => {
  it('takes the filters of the receivables report as they are', () => {
    expect(
      read(`?to=2026-03-31&agent_id=${AGENT}&min_balance=1,500&overdue_only=1&over_limit=1`),
    ).toEqual({
      from: '2025-12-31',
      to: '2026-03-31',
      agent_id: AGENT,
      customer_id: null,
      min_balance: '1500.00',
      overdue_only: true,
      over_limit: true,
    })
  })

  it('takes nonsense as not there', () => {
    expect(read('?agent_id=1&customer_id=x&min_balance=-5&overdue_only=yes')).toEqual(read(''))
  })
})
