import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { LIMIT_MS } from '../support/faults/company.ts'
import { killUnderLoad, timeFor } from '../support/faults/kill.ts'
import { type PostgresPlace, postgresPlace } from '../support/faults/place.ts'
import { Trade } from '../support/faults/trade.ts'
import { Visitor } from '../support/visitor.ts'

/** Times that the server is killed: a few in `npm run verify`, 200 in `npm run faults`. */
const POINTS = Number(process.env.KALAKAL_FAULTS ?? 1)
/** Times that the database is stopped, its connections are cut, its answers stay out. */
const ROUNDS = Math.ceil(POINTS / 10)
const PEOPLE = 6
const RECOVERY_MS = 10_000
const PAGE = '/inventory/purchase-list'

let place: PostgresPlace | null
let trade: Trade
let visitor: Visitor
beforeAll(async () => {
  place = await postgresPlace()
  if (!place) return
  trade = new Trade(place.api, PEOPLE)
  await trade.prepare()
  trade.start()
  visitor = await Visitor.signedIn(place.server.origin, 'special-access-1@demo.test')
}, 120_000)
afterAll(() => place?.close())

const at = () => place!.server.origin
const within = (ms: number) => ({ signal: AbortSignal.timeout(ms) })
const status = async (path: string) => (await fetch(`${at()}${path}`, within(LIMIT_MS))).status
const booking = (): Record<string, string> => ({
  project: DEMO_ID,
  op: randomUUID(),
  customer_id: randomUUID(),
})

/** While the database is away: each request is answered in time, and what needs no database as ever. */
async function isAway() {
  const page = visitor.send(PAGE, within(LIMIT_MS))
  const [shown, data, act, stranger, api] = await Promise.all([
    page,
    visitor.send(
      `${PAGE}?_data=features%2Finventory%2Fpurchases%2Fpurchase-list.route`,
      within(LIMIT_MS),
    ),
    visitor.send('/sales/bookings/add', {
      ...within(LIMIT_MS),
      method: 'POST',
      body: new URLSearchParams(booking()),
    }),
    new Visitor(at()).send('/?index', {
      ...within(LIMIT_MS),
      method: 'POST',
      body: new URLSearchParams({ email: 'owner@demo.test', password: 'Kalakal-demo-2026' }),
    }),
    place!.api.call('owner', 'verify_books', {}),
  ])
  for (const answer of [shown, data, act, stranger]) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
  }
  const text = await shown.text()
  expect(text).toContain('The database does not answer')
  expect(text).toContain('Try again')
  expect(api).toEqual({ kind: 'none' })
  for (const path of ['/version.json', '/favicon.svg', '/health/live'])
    expect(await status(path)).toBe(200)
  expect(await status('/health')).toBe(503)
}

/** The same process serves again, to the same session, and nothing was lost. */
async function isBack(process: number | undefined) {
  await expect
    .poll(async () => (await visitor.get(PAGE)).status, { timeout: RECOVERY_MS })
    .toBe(200)
  await trade.progress(PEOPLE * 2)
  await trade.pause()
  await trade.check()
  trade.resume()
  expect(place!.server.process.pid).toBe(process)
  expect(place!.server.process.exitCode).toBeNull()
  expect(place!.server.output()).not.toContain('stopped by itself')
}

describe('on PostgreSQL', () => {
  const it_ = (name: string, work: (place: PostgresPlace) => Promise<void>) =>
    it(name, timeFor(POINTS), async ({ skip }) => {
      if (!place) skip()
      else {
        onTestFailed(() => console.error(place!.server.output().slice(-4000)))
        await work(place)
      }
    })

  it_(`the server is killed ${POINTS} times under load and loses nothing`, async (place) => {
    await killUnderLoad(place, trade, POINTS)
    const returning = new Visitor(place.server.origin)
    for (const [name, value] of visitor.cookies) returning.cookies.set(name, value)
    visitor = returning
  })

  it_(
    'connections are cut under load, and nobody notices more than a page to try again',
    async (place) => {
      const { pid } = place.server.process
      for (let round = 0; round < ROUNDS * 3; round++) {
        await trade.progress(PEOPLE)
        place.wire.cut()
      }
      await isBack(pid)
    },
  )

  it_('the database stops and starts again', async (place) => {
    const { pid } = place.server.process
    for (let round = 0; round < ROUNDS; round++) {
      await trade.progress(PEOPLE)
      await place.cluster.crash()
      await isAway()
      await place.cluster.start()
      await isBack(pid)
    }
  })

  it_('answers stay out', async (place) => {
    const { pid } = place.server.process
    for (let round = 0; round < ROUNDS; round++) {
      await trade.progress(PEOPLE)
      place.wire.stall()
      await isAway()
      place.wire.mend()
      await isBack(pid)
    }
  })

  it_('answers come late: what cannot be in time is refused in time', async (place) => {
    const { pid } = place.server.process
    place.wire.delay(2500)
    const answer = await visitor.send(PAGE, within(LIMIT_MS))
    expect(answer.status).toBe(503)
    place.wire.mend()
    await isBack(pid)
    await trade.stop()
    await trade.check()
    console.info(`${trade.answered} acts answered, ${trade.unanswered} tries without an answer`)
    expect(trade.unanswered).toBeGreaterThan(0)
  })
})
