import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { HttpClient } from '../../../tools/http-client.ts'
import { LIMIT_MS } from './company.ts'
import type { FaultTarget } from './target.ts'
import type { Trade } from './trade.ts'

const PAGE = '/inventory/purchase-list'
const DATA = `${PAGE}?_data=modules%2Finventory%2Fpurchases%2Fpurchase-list.route`

const within = (ms: number) => ({ signal: AbortSignal.timeout(ms) })

/** While the database is away: each request is answered in time, and what needs no database as ever. */
export async function isAway(target: FaultTarget, client: HttpClient): Promise<void> {
  const at = target.server.origin
  const send = (path: string, fields: Record<string, string>, who = client) =>
    who.send(path, {
      ...within(LIMIT_MS),
      method: 'POST',
      body: new URLSearchParams(fields),
    })
  const status = async (path: string) => (await fetch(`${at}${path}`, within(LIMIT_MS))).status
  const booking = { project: DEMO_ID, idempotencyKey: randomUUID(), customer_id: randomUUID() }
  const stranger = { email: 'owner@demo.test', password: DEMO_PASSWORD }
  const [api, ...answers] = await Promise.all([
    target.api.call('owner', 'verify_books', {}),
    client.send(PAGE, within(LIMIT_MS)),
    client.send(DATA, within(LIMIT_MS)),
    send('/sales/bookings/add', booking),
    send('/?index', stranger, new HttpClient(at)),
  ])
  expect(api).toEqual({ kind: 'none' })
  for (const answer of answers) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  const text = await answers[0]!.text()
  expect(text).toContain('The database does not respond')
  expect(text).toContain('Try again')
  for (const path of ['/version.json', '/favicon.svg', '/health/live'])
    for (const answer of [
      await fetch(`${at}${path}`, within(LIMIT_MS)),
      await client.send(path, within(LIMIT_MS)),
    ])
      expect([path, answer.status]).toEqual([path, 200])
  expect(await status('/health')).toBe(503)
}

/** The same process serves again, to the same session, and nothing was lost. */
export async function isBack(
  target: FaultTarget,
  trade: Trade,
  client: HttpClient,
  process: number | undefined,
  timeout: number,
): Promise<void> {
  await expect.poll(async () => (await client.get(PAGE)).status, { timeout }).toBe(200)
  await trade.progress(trade.people * 2)
  await trade.pause()
  await trade.checkAtRest()
  expect(target.server.process.pid).toBe(process)
  expect(target.server.process.exitCode).toBeNull()
}
