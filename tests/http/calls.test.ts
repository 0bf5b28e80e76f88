import { afterAll, beforeAll, expect, it } from 'vitest'
import { FEW, MORE } from '../support/calls.ts'
import { everyScreen } from '../support/screens.ts'
import { startOwnServer } from '../support/server.ts'

let server: Awaited<ReturnType<typeof startOwnServer>>
beforeAll(async () => {
  server = await startOwnServer()
}, 90_000)
afterAll(() => server?.drop())

/** The calls that the log tells of each path, where it was asked for first. */
function callsByPath(log: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of log.split('\n').filter((text) => text.includes('"queries"'))) {
    const { method, path, queries } = JSON.parse(line)
    if (method === 'GET' && !found.has(path)) found.set(path, queries)
  }
  return found
}

it('each screen asks the database as often as it is listed for, or less', async () => {
  const screens = await everyScreen(server)
  const last = screens.at(-1)!.path
  // The log's line of a page may arrive after the page.
  await expect.poll(() => callsByPath(server.output()).has(last), { timeout: 10_000 }).toBe(true)
  const calls = callsByPath(server.output())
  const wrong = screens.flatMap(({ address, path }) => {
    const asked = calls.get(path)
    const may = MORE[address] ?? FEW
    return asked !== undefined && asked <= may ? [] : [`${address}: ${asked} calls, ${may} may be`]
  })
  expect(wrong).toEqual([])
  // A line for a screen that is gone would allow it later.
  const addresses = screens.map(({ address }) => address)
  expect(Object.keys(MORE).filter((address) => !addresses.includes(address))).toEqual([])
})
