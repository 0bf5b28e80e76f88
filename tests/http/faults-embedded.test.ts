import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFailed } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { isAway, isBack } from '../support/faults/away.ts'
import { killUnderLoad, timeFor } from '../support/faults/kill.ts'
import { embeddedTarget, type FaultTarget } from '../support/faults/target.ts'
import { Trade } from '../support/faults/trade.ts'
import { FAULT_POINTS, SLOW_FAULTS } from '../support/rounds.ts'

/** Times that its database's thread ends, or stands still. */
const ROUNDS = Math.ceil(FAULT_POINTS / 10)
const PEOPLE = 4
/** A thread that has ended reads its program and the database anew: no more is said of how long that takes. */
const START_MS = 60_000
/** Silence after which its thread is given up: longer than anyone waits for an answer, also where it was asked late. */
const SILENCE_MS = 40_000

let target: FaultTarget
let trade: Trade
const stalled = () => path.join(target.server.folder, 'stalled')
beforeAll(async () => {
  target = await embeddedTarget(inject('demoFolder'), (folder) => ({
    NODE_OPTIONS: `--import=${path.resolve('tests/support/faults/torture.mjs')}`,
    KALAKAL_STALLED: path.join(folder, 'stalled'),
    DATABASE_SILENCE_MS: String(SILENCE_MS),
  }))
  trade = new Trade(target.api, PEOPLE)
  await trade.prepare()
  trade.start()
}, 120_000)
afterAll(() => target?.close())

describe('the embedded server', () => {
  const it_ = (name: string, work: (pid: number | undefined) => Promise<void>) =>
    it(name, timeFor(FAULT_POINTS), async () => {
      onTestFailed(() => console.error(target.server.output().slice(-4000)))
      await work(target.server.process.pid)
    })
  /** Stops the server's work until the file is removed. */
  const standStill = async () => {
    writeFileSync(stalled(), '')
    target.server.process.kill('SIGHUP')
    await expect.poll(() => readFileSync(stalled(), 'utf8'), { timeout: START_MS }).not.toBe('')
  }
  /** Counts the restarts of the database's thread. */
  const restarts = () => target.server.output().split('stopped by itself').length - 1
  const visit = () => HttpClient.signedIn(target.server.origin, 'special-access-1@demo.test')

  it_(`is killed ${FAULT_POINTS} times under load and loses nothing`, () =>
    killUnderLoad(target, trade, FAULT_POINTS),
  )

  // Each of these waits for a limit of many seconds.
  if (SLOW_FAULTS) {
    it_('starts its database again when that has ended by itself', async (pid) => {
      const client = await visit()
      for (let round = 1; round <= ROUNDS; round++) {
        await trade.progress(PEOPLE)
        target.server.process.kill('SIGUSR2')
        await expect.poll(restarts, { timeout: START_MS }).toBe(round)
        await isBack(target, trade, client, pid, START_MS)
      }
    })

    it_('answers in time while its database does not', async (pid) => {
      const client = await visit()
      for (let round = 1; round <= ROUNDS; round++) {
        await trade.progress(PEOPLE)
        await standStill()
        await isAway(target, client)
        rmSync(stalled())
        await isBack(target, trade, client, pid, START_MS)
      }
    })

    it_('starts its database again when that is silent for long', async (pid) => {
      const client = await visit()
      const before = restarts()
      await trade.progress(PEOPLE)
      await standStill()
      await expect.poll(restarts, { timeout: SILENCE_MS + START_MS }).toBe(before + 1)
      expect(target.server.output()).toContain('has been silent for long')
      await isBack(target, trade, client, pid, START_MS)
      rmSync(stalled())
    })
  }

  it_('has lost nothing of what it answered', async () => {
    await trade.stop()
    await trade.check()
    console.info(`${trade.answered} commands answered, ${trade.unanswered} tries without an answer`)
    expect(trade.unanswered).toBeGreaterThan(0)
  })

  if (SLOW_FAULTS)
    it_('stops when it is told to, though its database does not', async () => {
      await standStill()
      expect(await target.server.stop()).toBe(0)
    })
})
