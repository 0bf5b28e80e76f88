import { expect, it } from 'vitest'
import { weighScreens } from '../support/screen-scripts.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

/** Bytes that no screen may exceed (docs/decisions/0026). */
const FIRST = 90_000
const FURTHER = 30_000

it('sends no screen more scripts than before', async () => {
  const { signIn, home, further } = await weighScreens(server.origin)
  expect(signIn).toBeLessThanOrEqual(FIRST)
  expect(home).toBeLessThanOrEqual(FURTHER)
  // The screens were found and weighed.
  expect(Math.min(signIn, Math.max(...further.keys()))).toBeGreaterThan(10_000)
  expect(further.size).toBeGreaterThan(30)
  expect([...further].filter(([bytes]) => bytes > FURTHER)).toEqual([])
})
