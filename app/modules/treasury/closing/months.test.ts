import { expect, it } from 'vitest'
import { closableDays, periodName } from './months'

it.each([
  [null, '2026-11-29', ['2026-10-31', '2026-11-28']],
  ['2026-08-31', '2026-11-29', ['2026-09-30', '2026-10-31', '2026-11-28']],
  // A month that was closed in part is closed to its end first.
  ['2026-09-15', '2026-11-29', ['2026-09-30', '2026-10-31', '2026-11-28']],
  ['2026-10-31', '2026-11-01', []],
  ['2026-09-30', '2026-11-01', ['2026-10-31']],
  ['2026-01-31', '2026-03-02', ['2026-02-28', '2026-03-01']],
])('after %s and on %s: %s', (closed, today, days) => {
  expect(closableDays(closed, today)).toEqual(days)
})

it('names a whole month, and the end of another period', () => {
  expect([periodName('2026-10-31'), periodName('2026-11-15')]).toEqual([
    'October 2026',
    'days through 11/15/2026',
  ])
})
