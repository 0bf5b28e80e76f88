import { expect, it } from 'vitest'
import { shownSteps } from './DocumentHead.tsx'

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
