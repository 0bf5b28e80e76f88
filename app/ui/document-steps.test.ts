import { expect, it } from 'vitest'
import { shownSteps, stepTime } from './DocumentHead.tsx'

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

it('has the time of a moment of today alone, in the time zone of the project', () => {
  const at = (on: string, day: string | null) => stepTime(on, 'Asia/Manila', day)
  expect(at('2026-11-20T16:00:30Z', '2026-11-21')).toBe('11/21/2026 00:00')
  expect(at('2026-11-20T15:59:30Z', '2026-11-21')).toBe('11/20/2026')
  expect(at('2026-11-20T16:00:30Z', null)).toBe('11/21/2026')
  expect(at('infinity', '2026-11-21')).toBe('infinity')
})
