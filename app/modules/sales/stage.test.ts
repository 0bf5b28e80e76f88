import { expect, it } from 'vitest'
import { money } from '~/platform/values/money'
import { shownStage } from './stage'

it.each([
  ['paid', '100.00', '100.00', 'credited'],
  ['paid', '100.00', '99.99', 'paid'],
  ['paid', '0.00', '0.00', 'paid'],
  ['delivered', '100.00', '100.00', 'delivered'],
])('a booking that is %s, of %s with %s credited, is %s', (stage, total, credited, shown) => {
  expect(shownStage({ stage, total: money(total), credited: money(credited) })).toBe(shown)
})
