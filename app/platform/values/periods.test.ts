import { describe, expect, it } from 'vitest'
import {
  AHEAD_PERIODS,
  fillPeriods,
  keepPeriods,
  PAST_PERIODS,
  periodIn,
  withPeriod,
} from './periods'

const daysOf = (id: string, today: string) => {
  const search = withPeriod(new URLSearchParams(), '', id, today)
  return `${search.get('from')} ${search.get('to')}`
}

describe('a period', () => {
  it('has its days, seen from today', () => {
    // A Saturday.
    expect(PAST_PERIODS.map((id) => daysOf(id, '2026-11-28'))).toEqual([
      '2026-11-28 2026-11-28',
      '2026-11-23 2026-11-28',
      '2026-11-01 2026-11-28',
      '2026-10-01 2026-10-31',
      '2026-10-01 2026-11-28',
      '2026-01-01 2026-11-28',
    ])
    expect(AHEAD_PERIODS.map((id) => daysOf(id, '2024-02-05'))).toEqual([
      '2024-02-05 2024-02-05',
      '2024-02-05 2024-02-11',
      '2024-02-01 2024-02-29',
      '2024-01-01 2024-01-31',
      '2024-01-01 2024-03-31',
      '2024-01-01 2024-02-05',
    ])
    expect([daysOf('week', '2026-11-29'), daysOf('last_month', '2026-01-15')]).toEqual([
      '2026-11-23 2026-11-29',
      '2025-12-01 2025-12-31',
    ])
  })

  it('is that of an address until one of its days is changed or the day has passed', () => {
    const search = withPeriod(
      new URLSearchParams('stage=paid'),
      'delivered_',
      'month',
      '2026-11-28',
    )
    expect(search.toString()).toBe(
      'stage=paid&delivered_from=2026-11-01&delivered_to=2026-11-28&delivered_period=month',
    )
    expect(periodIn(search, 'delivered_', '2026-11-28')).toBe('month')
    expect(periodIn(search, '', '2026-11-28')).toBeNull()
    expect(periodIn(search, 'delivered_', '2026-11-29')).toBeNull()
    search.set('delivered_from', '2026-11-02')
    expect(periodIn(search, 'delivered_', '2026-11-28')).toBeNull()
  })
})

describe('a saved view', () => {
  const kept = (address: string) =>
    keepPeriods(new URLSearchParams(address).toString(), new URLSearchParams(address), '2026-11-28')

  it('keeps a period by its name and has its days of the day on which it is opened', () => {
    const view = kept('q=rice&from=2026-10-01&to=2026-10-31&period=last_month')
    expect(view).toBe('q=rice&period=last_month')
    expect(fillPeriods(view, '2027-01-15')).toBe(
      'q=rice&period=last_month&from=2026-12-01&to=2026-12-31',
    )
  })

  it('keeps days that were typed, and nothing of a period that is not known', () => {
    expect(kept('from=2026-10-02&to=2026-10-31&period=last_month')).toBe(
      'from=2026-10-02&to=2026-10-31',
    )
    expect(kept('from=2026-10-02&period=constructor')).toBe('from=2026-10-02')
    expect(fillPeriods('period=constructor&q=1', '2026-11-28')).toBe('period=constructor&q=1')
  })
})
