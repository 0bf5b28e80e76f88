import { existsSync, readFileSync, rmSync } from 'node:fs'
import { run } from '../../tools/process.mjs'

/** @typedef {import('./schedule.mjs').Count} Count */

/**
 * A check without tests of its own: counts as one.
 *
 * @param {string} file
 * @param {...string} args
 * @returns {Promise<Count>}
 */
export async function check(file, ...args) {
  const code = await run(file, args, { quiet: true })
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/** @typedef {{ env?: Record<string, string>, quiet?: boolean, only?: readonly string[], minutes?: number, node?: string }} Options quiet: shown only on failure; only: these files; node: another version of Node, which npm brings */

/**
 * One project of vitest.config.ts. A suite that ends badly without naming a failed test counts as one failure,
 * so that a crash never looks like success.
 *
 * @param {string} project
 * @param {Options} [options]
 * @returns {Promise<Count>}
 */
export async function suite(project, { only = [], minutes = 15, env = {}, quiet, node } = {}) {
  const file = `test-results/${project}.json`
  rmSync(file, { force: true })
  const args = node ? ['-y', '-p', `node@${node}`, '--', 'npx'] : []
  args.push('vitest', 'run', ...only, '--project', project)
  args.push('--reporter=default', '--reporter=./scripts/verify/reporter.mjs')
  // A file that is chosen may be played in another suite alone.
  if (only.length > 0) args.push('--passWithNoTests')
  const code = await run('npx', args, {
    quiet,
    minutes,
    env: { ...env, KALAKAL_TEST_REPORT: file },
  })
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
  /** @type {{ passed: number, failed: string[], skipped: number, retried: string[] }} */
  const { passed, failed, skipped, retried } = JSON.parse(readFileSync(file, 'utf8'))
  const crashed = code !== 0 || (passed + skipped === 0 && only.length === 0) ? 1 : 0
  return { passed, failed: failed.length || crashed, skipped, names: failed, retried }
}
