import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { isAway, isBack } from '../support/faults/away.ts'
import { LIMIT_MS } from '../support/faults/company.ts'
import { killUnderLoad, timeFor } from '../support/faults/kill.ts'
import { type PostgresTarget, postgresTarget } from '../support/faults/target.ts'
import { Trade } from '../support/faults/trade.ts'
import { FAULT_POINTS, SLOW_FAULTS } from '../support/rounds.ts'

/** Times that the database is stopped, its connections are cut, its answers stay out. */
const ROUNDS = Math.ceil(FAULT_POINTS / 10)
const PEOPLE = 6
/** The limit is ten seconds where the machine is not shared with other tests. */
const RECOVERY_MS = process.env.KALAKAL_FAULTS ? 10_000 : 30_000
const PAGE = '/inventory/purchase-list'

let target: PostgresTarget | null
let trade: Trade
let client: HttpClient
beforeAll(async () => {
  target = await postgresTarget()
  if (!target) return
  trade = new Trade(target.api, PEOPLE)
  await trade.prepare()
  trade.start()
  client = await HttpClient.signedIn(target.server.origin, 'special-access-1@demo.test')
}, 120_000)
afterAll(() => target?.close())

/** The same process serves again, by itself. */
async function recovers(process: number | undefined) {
  await isBack(target!, trade, client, process, RECOVERY_MS)
  expect(target!.server.output()).not.toContain('stopped by itself')
}

describe('on PostgreSQL', () => {
  const it_ = (name: string, work: (target: PostgresTarget) => Promise<void>) =>
    it(name, timeFor(FAULT_POINTS), async ({ skip }) => {
      if (!target) skip()
      else {
        onTestFailed(() => console.error(target!.server.output().slice(-4000)))
        await work(target)
      }
    })

  it_(`the server is killed ${FAULT_POINTS} times under load and loses nothing`, async (target) => {
    await killUnderLoad(target, trade, FAULT_POINTS)
    const returning = new HttpClient(target.server.origin)
    for (const [name, value] of client.cookies) returning.cookies.set(name, value)
    client = returning
  })

  it_(
    'connections are cut under load, and nobody notices more than a page to try again',
    async (target) => {
      const { pid } = target.server.process
      for (let round = 0; round < ROUNDS * 3; round++) {
        await trade.progress(PEOPLE)
        target.wire.cut()
      }
      await recovers(pid)
    },
  )

  it_('the database stops and starts again', async (target) => {
    const { pid } = target.server.process
    for (let round = 0; round < ROUNDS; round++) {
      await trade.progress(PEOPLE)
      await target.cluster.crash()
      await isAway(target, client)
      await target.cluster.start()
      await recovers(pid)
    }
  })

  // Each of these waits for a limit of many seconds.
  if (SLOW_FAULTS) {
    it_('answers stay out', async (target) => {
      const { pid } = target.server.process
      for (let round = 0; round < ROUNDS; round++) {
        await trade.progress(PEOPLE)
        target.wire.stall()
        await isAway(target, client)
        target.wire.mend()
        await recovers(pid)
      }
    })

    it_('answers come late: what cannot be in time is refused in time', async (target) => {
      const { pid } = target.server.process
      target.wire.delay(2500)
      const answer = await client
        .send(PAGE, { signal: AbortSignal.timeout(LIMIT_MS) })
        .finally(() => target.wire.mend())
      expect(answer.status).toBe(503)
      await recovers(pid)
    })
  }

  it_('has lost nothing of what it answered', async () => {
    await trade.stop()
    await trade.check()
    console.info(`${trade.answered} commands answered, ${trade.unanswered} tries without an answer`)
    expect(trade.unanswered).toBeGreaterThan(0)
  })
})
