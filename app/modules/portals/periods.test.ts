import { describe, expect, it } from 'vitest'
import { periodsOf } from './periods.ts'

describe('periodsOf', () => {
  it('compares the month so far with the same days before', () => {
    expect(periodsOf('2026-11-21')).toEqual({
      day: { from: '2026-11-21', to: '2026-11-21' },
      dayBefore: { from: '2026-11-20', to: '2026-11-20' },
      month: { from: '2026-11-01', to: '2026-11-21' },
      lastMonth: { from: '2026-10-01', to: '2026-10-21' },
      lastYear: { from: '2025-11-01', to: '2025-11-21' },
      wholeLastMonth: { from: '2026-10-01', to: '2026-10-31' },
      wholeLastYear: { from: '2025-11-01', to: '2025-11-30' },
      recent: { from: '2026-10-23', to: '2026-11-21' },
    })
  })

  it.each([
    ['a month that is over', '2026-02-28', '2026-01-31', '2025-02-28'],
    ['the 29th of February', '2024-02-29', '2024-01-31', '2023-02-28'],
    ['a day that the month before has not', '2026-03-30', '2026-02-28', '2025-03-30'],
    ['the end of a longer month', '2026-03-31', '2026-02-28', '2025-03-31'],
    ['January', '2026-01-05', '2025-12-05', '2025-01-05'],
    ['the end of a February after a longer one', '2025-02-28', '2025-01-31', '2024-02-29'],
  ])('%s', (_, day, lastMonth, lastYear) => {
    const { lastMonth: before, lastYear: yearBefore } = periodsOf(day)
    expect([before.to, yearBefore.to]).toEqual([lastMonth, lastYear])
  })
})
