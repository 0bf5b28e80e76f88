import { expect, it } from 'vitest'
import { runSteps } from './schedule.mjs'

const none = { passed: 0, failed: 0, skipped: 0 }

/**
 * Runs the steps and returns the names that ran at the same time, noted each time before the first
 * of them ended.
 */
async function moments(steps: [name: string, weight: number, after?: string[]][], cores: number) {
  const running = new Map<string, () => void>()
  const seen: string[] = []
  const all = runSteps(
    steps.map(([name, weight, after = []]) => ({ name, weight, after, run: async () => none })),
    cores,
    ({ name }) => new Promise((resolve) => running.set(name, resolve)),
  )
  while (seen.length < steps.length) {
    await new Promise((resolve) => setImmediate(resolve))
    seen.push([...running.keys()].join('+'))
    const [[name, end] = ['', () => {}]] = running
    running.delete(name)
    end()
  }
  await all
  return seen
}

it('runs side by side what the cores allow, in the order given', async () => {
  expect(
    await moments(
      [
        ['a', 1],
        ['b', 1],
        ['c', 2],
      ],
      2,
    ),
  ).toEqual(['a+b', 'b', 'c'])
})

it('lets those ahead that need not wait, and begins none before what it needs', async () => {
  expect(
    await moments(
      [
        ['build', 1],
        ['web', 1, ['build']],
        ['unit', 1],
      ],
      2,
    ),
  ).toEqual(['build+unit', 'unit+web', 'web'])
})

it('runs a step that wants more than there is, alone; one whose need is not among the steps, too', async () => {
  expect(
    await moments(
      [
        ['big', 9],
        ['small', 1, ['left out']],
      ],
      2,
    ),
  ).toEqual(['big', 'small'])
})
