import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { isAway, isBack } from '../support/faults/away.ts'
import { LIMIT_MS } from '../support/faults/company.ts'
import { killUnderLoad, timeFor } from '../support/faults/kill.ts'
import { type PostgresPlace, postgresPlace } from '../support/faults/place.ts'
import { Trade } from '../support/faults/trade.ts'
import { rounds } from '../support/rounds.ts'

/** Times that the server is killed: once in `npm run verify`, some in the nightly run, 200 in `npm run faults`. */
const POINTS = Number(process.env.KALAKAL_FAULTS ?? rounds(1, 10))
/** Times that the database is stopped, its connections are cut, its answers stay out. */
const ROUNDS = Math.ceil(POINTS / 10)
const PEOPLE = 6
/** Within ten seconds, where the machine is not shared with other tests. */
const RECOVERY_MS = process.env.KALAKAL_FAULTS ? 10_000 : 30_000
const PAGE = '/inventory/purchase-list'

let place: PostgresPlace | null
let trade: Trade
let visitor: HttpClient
beforeAll(async () => {
  place = await postgresPlace()
  if (!place) return
  trade = new Trade(place.api, PEOPLE)
  await trade.prepare()
  trade.start()
  visitor = await HttpClient.signedIn(place.server.origin, 'special-access-1@demo.test')
}, 120_000)
afterAll(() => place?.close())

/** The same process serves again, by itself. */
async function recovers(process: number | undefined) {
  await isBack(place!, trade, visitor, process, RECOVERY_MS)
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
    const returning = new HttpClient(place.server.origin)
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
      await recovers(pid)
    },
  )

  it_('the database stops and starts again', async (place) => {
    const { pid } = place.server.process
    for (let round = 0; round < ROUNDS; round++) {
      await trade.progress(PEOPLE)
      await place.cluster.crash()
      await isAway(place, visitor)
      await place.cluster.start()
      await recovers(pid)
    }
  })

  it_('answers stay out', async (place) => {
    const { pid } = place.server.process
    for (let round = 0; round < ROUNDS; round++) {
      await trade.progress(PEOPLE)
      place.wire.stall()
      await isAway(place, visitor)
      place.wire.mend()
      await recovers(pid)
    }
  })

  it_('answers come late: what cannot be in time is refused in time', async (place) => {
    const { pid } = place.server.process
    place.wire.delay(2500)
    const answer = await visitor.send(PAGE, { signal: AbortSignal.timeout(LIMIT_MS) })
    expect(answer.status).toBe(503)
    place.wire.mend()
    await recovers(pid)
    await trade.stop()
    await trade.check()
    console.info(`${trade.answered} acts answered, ${trade.unanswered} tries without an answer`)
    expect(trade.unanswered).toBeGreaterThan(0)
  })
})
