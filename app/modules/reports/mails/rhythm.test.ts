import { expect, it } from 'vitest'
import { rhythmText, WHEN_OPTIONS, whenOf } from './rhythm'

it('says how often a report is mailed', () => {
  const none = { weekday: null, month_day: null }
  expect(rhythmText({ ...none, rhythm: 'day', hour: 0 })).toBe('every day at 00:00')
  expect(rhythmText({ ...none, rhythm: 'week', weekday: 7, hour: 12 })).toBe(
    'every Sunday at 12:00',
  )
  expect(rhythmText({ ...none, rhythm: 'month', month_day: 1, hour: 6 })).toBe(
    'on day 1 of every month at 06:00',
  )
  expect(rhythmText({ ...none, rhythm: 'month', month_day: 31, hour: 18 })).toBe(
    'on the last day of every month at 18:00',
  )
})

it('chooses the option of a rhythm in the form', () => {
  const labelOf = (rhythm: Parameters<typeof whenOf>[0]) =>
    WHEN_OPTIONS.find(({ value }) => value === whenOf(rhythm))?.label
  const none = { weekday: null, month_day: null }
  expect(labelOf({ ...none, rhythm: 'day' })).toBe('Every day')
  expect(labelOf({ ...none, rhythm: 'week', weekday: 1 })).toBe('Every Monday')
  expect(labelOf({ ...none, rhythm: 'month', month_day: 31 })).toBe(
    'On the last day of every month',
  )
})
