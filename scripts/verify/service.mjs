import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** @typedef {{ stop(): Promise<void> }} Service */

/**
 * Starts the PostgreSQL of this run in a process of its own, unless DATABASE_URL names one; the environment of the
 * suites tells them of it.
 *
 * @param {Record<string, string>} found as needPostgres() answers
 * @returns {Promise<Service>}
 */
export async function startPostgres(found) {
  Object.assign(process.env, found)
  if (found.DATABASE_URL) return { stop: async () => {} }
  const child = spawn(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', 'scripts/verify/postgres.ts'],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    ended.then(() => null),
  ])
  if (!url) throw new Error('PostgreSQL did not start.')
  process.env.KALAKAL_TEST_POSTGRES = url
  return {
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
