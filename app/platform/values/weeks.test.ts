import { describe, expect, it } from 'vitest'
import { isInWeeks, weekdayOf, weekOf } from './weeks.ts'

describe('the days and weeks of the calendar', () => {
  it.each([
    // Days around the turns of years, from printed calendars.
    ['2026-01-01', 4, 1],
    ['2025-12-29', 1, 1],
    ['2025-12-28', 7, 52],
    ['2026-12-31', 4, 53],
    ['2027-01-03', 7, 53],
    ['2027-01-04', 1, 1],
    ['2024-02-29', 4, 9],
    ['1969-12-29', 1, 1],
  ])('%s is day %i of week %i', (day, weekday, week) => {
    expect([weekdayOf(day), weekOf(day)]).toEqual([weekday, week])
  })

  it('are odd or even', () => {
    expect(isInWeeks('odd', '2026-01-01')).toBe(true)
    expect(isInWeeks('even', '2026-01-01')).toBe(false)
    expect(isInWeeks('even', '2026-01-08')).toBe(true)
    expect(isInWeeks('every', '2026-01-08')).toBe(true)
  })
})
