import { existsSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { run } from './process.mjs'

/** @typedef {{ passed: number, failed: number, skipped: number, names?: string[] }} Count names: of the failed tests */

/** @param {number} code @returns {Count} */
const asCheck = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })

/**
 * A check without tests of its own: counts as one.
 *
 * @param {string} file
 * @param {...string} args
 */
export async function check(file, ...args) {
  return asCheck(await run(file, args, { quiet: true }))
}

/** @typedef {{ env?: Record<string, string>, quiet?: boolean, only?: string, minutes?: number }} Options quiet: shown only on failure; only: files with this in their path */

/**
 * One project of vitest.config.ts. A suite that ends badly without naming a failed test counts as one failure,
 * so that a crash never looks like success.
 *
 * @param {string} project
 * @param {Options} [options]
 * @returns {Promise<Count>}
 */
export async function suite(project, options = {}) {
  const report = `test-results/${project}.json`
  rmSync(report, { force: true })
  const { only, minutes = 15, ...rest } = options
  const files = only ? [only] : []
  const args = ['vitest', 'run', ...files, '--project', project]
  args.push('--reporter=default', '--reporter=json')
  const code = await run('npx', [...args, `--outputFile.json=${report}`], {
    ...rest,
    minutes,
  })
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, assertionResults: { status: string, fullName: string }[] }[] }} */
  const result = JSON.parse(readFileSync(report, 'utf8'))
  const skipped = result.numPendingTests + result.numTodoTests
  const failed =
    result.numFailedTests || (code === 0 && result.numPassedTests + skipped > 0 ? 0 : 1)
  const names = result.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${path.relative('.', name)}: ${fullName}`),
  )
  return { passed: result.numPassedTests, failed, skipped, names }
}
