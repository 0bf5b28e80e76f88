import { expect, it } from 'vitest'
import { shownSteps, showsTimes } from './DocumentHead.tsx'

const labels = (steps: [label: string, on: string | null, bad?: boolean][]) =>
  shownSteps(steps.map(([label, on, bad]) => ({ label, on, bad }))).map(({ label }) => label)

it('shows the steps to come after those that were taken', () => {
  expect(
    labels([
      ['Created', '2026-11-01'],
      ['Validated', null],
      ['Paid', null],
      ['Cancelled', null, true],
    ]),
  ).toEqual(['Created', 'Validated', 'Paid'])
})

it('leaves out a step that was passed over', () => {
  expect(
    labels([
      ['Created', '2026-11-01'],
      ['Invoiced', null],
      ['Delivered', '2026-11-02'],
      ['Paid', null],
    ]),
  ).toEqual(['Created', 'Delivered', 'Paid'])
})

it('shows nothing to come after a cancellation', () => {
  expect(
    labels([
      ['Created', '2026-11-01'],
      ['Validated', null],
      ['Cancelled', '2026-11-02', true],
    ]),
  ).toEqual(['Created', 'Cancelled'])
})

it('has one form of days and moments: times where all steps are moments of today, in the time zone of the project', () => {
  const shows = (days: (string | null)[], day: string | null) =>
    showsTimes(
      days.map((on) => ({ label: 'Created', on })),
      'Asia/Manila',
      day,
    )
  const [midnight, before] = ['2026-11-20T16:00:30Z', '2026-11-20T15:59:30Z']
  expect(shows([midnight, midnight, null], '2026-11-21')).toBe(true)
  expect(shows([midnight, '2026-11-21'], '2026-11-21')).toBe(false)
  expect(shows([before, midnight], '2026-11-21')).toBe(false)
  expect(shows([midnight], null)).toBe(false)
  expect(shows(['infinity'], '2026-11-21')).toBe(false)
})
