import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { FEW, MORE } from '../support/calls.ts'
import { everyScreen } from '../support/screens.ts'
import { startOwnServer } from '../support/server.ts'

let server: Awaited<ReturnType<typeof startOwnServer>>
beforeAll(async () => {
  server = await startOwnServer()
}, 90_000)
afterAll(() => server?.drop())

/** The calls that the log tells of each path, where it was asked for first. */
function callsByPath(log: string, asked = 'GET'): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of log.split('\n').filter((text) => text.includes('"queries"'))) {
    const { method, path, queries } = JSON.parse(line)
    if (method === asked && !found.has(path)) found.set(path, queries)
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

it('a form of a booking asks for its person, for what its command needs, and for the command', async () => {
  const client = await HttpClient.signedIn(server.origin, 'sales-admin@demo.test')
  const entry = await (await client.get('/sales/bookings/add')).text()
  const firstOf = (name: string) =>
    new RegExp(`name="${name}"[^]*?<option[^>]*value="([0-9a-f-]{36})"`).exec(entry)![1]!
  const send = (path: string, fields: Record<string, string>) =>
    client.post(path, { project: DEMO_ID, idempotencyKey: randomUUID(), ...fields })
  const entered = await send('/sales/bookings/add', {
    customer_id: firstOf('customer_id'),
    date_added: '2026-01-05',
    'lines[0].product_id': firstOf('lines\\[0\\]\\.product_id'),
    'lines[0].quantity': '1 cs',
  })
  const booking = entered.headers.get('location')!
  const cancelled = await send(booking, { intent: 'cancel', version: '1', reason: 'Not wanted' })
  expect(cancelled.status).toBe(302)
  const calls = () => callsByPath(server.output(), 'POST')
  await expect.poll(() => calls().has(booking), { timeout: 10_000 }).toBe(true)
  expect(calls().get('/sales/bookings/add')).toBe(3)
  expect(calls().get(booking)).toBe(2)
})
