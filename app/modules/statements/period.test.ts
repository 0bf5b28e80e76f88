import { describe, expect, it } from 'vitest'
import { readStatementPeriod } from './period.ts'

const read = (query: string) =>
  readStatementPeriod(`http://localhost/statement${query}`, '2026-11-21')

describe('readPeriod', () => {
  it('begins 90 days back, or at the beginning when asked to', () => {
    expect(read('')).toEqual({ from: '2026-08-23', to: '2026-11-21' })
    expect(read('?to=2026-03-31')).toEqual({ from: '2025-12-31', to: '2026-03-31' })
    expect(read('?from=&to=2026-03-31')).toEqual({ from: null, to: '2026-03-31' })
    expect(read('?from=2026-01-01&to=2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  })

  it('takes nonsense as not there', () => {
    expect(read('?from=2026-02-30&to=x')).toEqual(read(''))
    expect(read('?from=2026-12-01&to=2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-01' })
  })
})
