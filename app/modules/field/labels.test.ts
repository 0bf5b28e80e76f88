import { describe, expect, it } from 'vitest'
import { ageSince } from './labels.ts'

describe('the age of what waits', () => {
  it.each([
    ['2026-11-29T07:59:30Z', '0 min'],
    ['2026-11-29T07:01:00Z', '59 min'],
    ['2026-11-29T07:00:00Z', '1 h'],
    ['2026-11-27T08:00:01Z', '47 h'],
    ['2026-11-27T08:00:00Z', '2 days'],
    ['2026-11-26T08:00:01Z', '2 days'],
    // The clock of a phone may be ahead of the office's.
    ['2026-11-29T08:05:00Z', '0 min'],
  ])('of %s is %s', (from, age) => {
    expect(ageSince(from, '2026-11-29T08:00:00Z')).toBe(age)
  })
})
