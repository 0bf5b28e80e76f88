import { afterEach, expect, it, vi } from 'vitest'
import { tellSteps } from './upgrade-steps.ts'

afterEach(() => vi.useRealTimers())

it('a step that takes long is told again, one that is over is not', () => {
  vi.useFakeTimers()
  const told: string[] = []
  const steps = tellSteps((line) => told.push(line))
  steps.begin('making a backup')
  vi.advanceTimersByTime(9_000)
  steps.begin('applying migration 1')
  vi.advanceTimersByTime(21_000)
  steps.end()
  vi.advanceTimersByTime(60_000)
  expect(told).toEqual([
    'Upgrade: making a backup.',
    'Upgrade: applying migration 1.',
    'Upgrade: applying migration 1, 10 seconds so far.',
    'Upgrade: applying migration 1, 20 seconds so far.',
  ])
})
