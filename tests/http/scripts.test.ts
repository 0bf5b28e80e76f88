import { expect, it } from 'vitest'
import { scripts } from '../../scripts/bench/sections/scripts.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

it('sends no screen more scripts than the benchmarks allow', async () => {
  const lines = await scripts.run({ server, few: (list) => list })
  expect(lines.filter(({ met }) => met).length).toBeGreaterThan(5)
  expect(lines.filter(({ met }) => met === false)).toEqual([])
})
