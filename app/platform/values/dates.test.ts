import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  formatDate,
  formatDateTime,
  formatMonth,
  formatWeekdayDate,
  monthEnd,
  monthOf,
  monthStart,
  today,
} from './dates.ts'
import { readDay } from './typed-days.ts'

describe('dates', () => {
  it('takes the business day of the project, whatever the zone of the server', () => {
    const justAfterMidnightInManila = new Date('2026-11-20T16:00:30Z')
    expect(today('Asia/Manila', justAfterMidnightInManila)).toBe('2026-11-21')
    expect(today('America/Los_Angeles', justAfterMidnightInManila)).toBe('2026-11-20')
    expect(today('Pacific/Kiritimati', justAfterMidnightInManila)).toBe('2026-11-21')
  })

  it('shows days as MM/DD/YYYY', () => {
    expect(formatDate('2026-11-21')).toBe('11/21/2026')
    expect(formatWeekdayDate('2026-11-21')).toBe('Saturday, 11/21/2026')
    expect(formatWeekdayDate('1969-12-31')).toBe('Wednesday, 12/31/1969')
    expect(formatDateTime('2026-11-20T16:00:30Z', 'Asia/Manila')).toBe('11/21/2026 00:00')
    expect(formatDateTime('infinity', 'Asia/Manila')).toBe('infinity')
  })

  it('adds days like the calendar', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
        fc.integer({ min: -5000, max: 5000 }),
        (date, days) => {
          const oracle = new Date(date.getTime() + days * 86_400_000).toISOString().slice(0, 10)
          expect(addDays(date.toISOString().slice(0, 10), days)).toBe(oracle)
        },
      ),
    )
  })

  it('adds months, and knows where they begin and end', () => {
    expect(addMonths('2026-11-21', -1)).toBe('2026-10-21')
    expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonths('2024-02-29', -12)).toBe('2023-02-28')
    expect(addMonths('2026-01-15', -13)).toBe('2024-12-15')
    expect(addMonths('2025-12-01', 1)).toBe('2026-01-01')
    expect(monthStart('2026-11-21')).toBe('2026-11-01')
    expect(monthEnd('2024-02-01')).toBe('2024-02-29')
    expect(monthEnd('2026-12-31')).toBe('2026-12-31')
    expect(monthEnd('2026-04-30')).toBe('2026-04-30')
    expect(monthOf('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
    expect(formatMonth('2026-11')).toBe('November 2026')
  })

  it('reads real days only', () => {
    expect(readDay('11/21/2026')).toBe('2026-11-21')
    expect(readDay('2/9/2026')).toBe('2026-02-09')
    for (const bad of [
      '2026-02-30',
      '2026-13-01',
      '21/11/2026',
      'today',
      '',
      '0001-01-01',
      '9999-12-31',
    ]) {
      expect(readDay(bad)).toBeNull()
    }
  })
})
