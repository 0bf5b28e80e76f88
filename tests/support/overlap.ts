import { setTimeout as wait } from 'node:timers/promises'
import type { SqlError, TestDatabase } from './database.ts'

type Command<T> = () => Promise<T>

/**
 * Sends two commands so that they overlap: the first has done its work and has not committed while the second runs,
 * until that is done too or waits for a lock. So neither sees what the other wrote, unless it waits for it. Only on
 * PostgreSQL, where nothing else runs in the same database.
 */
export async function overlapping<A, B>(
  db: TestDatabase,
  first: Command<A>,
  second: Command<B>,
): Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]> {
  const later = async () => (await Promise.allSettled([second()]))[0]!
  let running: Promise<PromiseSettledResult<B>> | undefined
  db.beforeCommit = async () => {
    let done = false
    running = later().finally(() => {
      done = true
    })
    while (!done && !(await isWaiting(db))) await wait(1)
  }
  const [one] = await Promise.allSettled([first()])
  // The first was refused, and so the second has not begun.
  db.beforeCommit = null
  return [one!, await (running ?? later())]
}

async function isWaiting(db: TestDatabase): Promise<boolean> {
  const waiting = await db.sql(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return waiting.length > 0
}

/** `done`, or why not: the hint of a refusal, the SQLSTATE of a conflict. */
function answerOf(result: PromiseSettledResult<unknown>): string {
  if (result.status === 'fulfilled') return 'done'
  const { code, hint } = result.reason as SqlError
  return code.startsWith('40') ? code : hint || code
}

type Commands = Record<string, Command<unknown>>

/** Overlaps two commands, the named one first, and answers both by name. */
export async function overlap(
  db: TestDatabase,
  commands: Commands,
  first: string,
): Promise<Record<string, string>> {
  const second = Object.keys(commands).find((name) => name !== first)!
  const [one, other] = await overlapping(db, commands[first]!, commands[second]!)
  return { [first]: answerOf(one), [second]: answerOf(other) }
}

/** Sends all commands at once and answers them by name. */
export async function atOnce(commands: Commands): Promise<Record<string, string>> {
  const names = Object.keys(commands)
  const results = await Promise.allSettled(names.map((name) => commands[name]!()))
  return Object.fromEntries(names.map((name, n) => [name, answerOf(results[n]!)]))
}
