import { setTimeout as sleep } from 'node:timers/promises'
import { LIMIT_MS } from './company.ts'
import type { FaultTarget } from './target.ts'
import type { Trade } from './trade.ts'

/** Commands of each person that are answered, at most, before the server is killed. */
const COMMANDS = 5
/** The longest wait for the middle of a command. */
const WITHIN_MS = 60

/** Returns the time limit of a test with so many kills, and its checks; the test is not retried. */
export const timeFor = (points: number) => ({ timeout: 120_000 + points * 8 * LIMIT_MS, retry: 0 })

/**
 * While people trade, kills the server this often, each time somewhere in the middle of what is being done; starts it
 * again, and compares.
 */
export async function killUnderLoad(
  target: FaultTarget,
  trade: Trade,
  points: number,
): Promise<void> {
  for (let point = 1; point <= points; point++) {
    await trade.progress(1 + Math.floor(Math.random() * COMMANDS * trade.people))
    await sleep(Math.random() * WITHIN_MS)
    const paused = trade.pause()
    await target.killAndStart()
    await paused
    await trade.checkAtRest()
    if (point % 20 === 0) console.info(`killed ${point} times: ${trade.answered} commands answered`)
  }
}
