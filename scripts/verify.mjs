// `npm run verify`: everything that must hold before a change is shared. Plain Node, so that it runs on a fresh
// clone. Its last line is `N passed, N failed`, over all checks and suites.
// `npm run verify -- types unit` runs only the steps named.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { needBrowser, needPackages, needPostgres } from './verify/needs.mjs'
import { check, suite } from './verify/suites.mjs'

const FAILED = { passed: 0, failed: 1, skipped: 0 }
const SKIPPED = { passed: 0, failed: 0, skipped: 1 }
const only = process.argv.slice(2)
const total = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const summary = []
let built = true

/**
 * @param {string} name
 * @param {() => Promise<import('./verify/suites.mjs').Count>} work
 */
async function step(name, work) {
  if (only.length > 0 && !only.includes(name)) return
  process.stdout.write(`\n── ${name}\n`)
  const began = performance.now()
  const count = await work().catch((/** @type {Error} */ error) => {
    process.stdout.write(`${error.stack}\n`)
    return FAILED
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += count[key]
  const line = `${name.padEnd(12)} ${seconds.padStart(6)} s  ${words(count)}`
  summary.push(line)
  process.stdout.write(`${line}\n`)
}

/** @param {import('./verify/suites.mjs').Count} count */
function words({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * What the tests need but is not there: elsewhere than in CI the step is skipped, and says so.
 *
 * @param {string} what
 */
function missing(what) {
  process.stdout.write(`${what}\n`)
  return process.env.CI ? FAILED : SKIPPED
}

/** @param {string} project @param {import('./verify/suites.mjs').Options} [options] */
async function onBuild(project, options) {
  if (built) return suite(project, options)
  process.stdout.write('Not run: the build failed.\n')
  return FAILED
}

async function main() {
  mkdirSync('test-results', { recursive: true })
  if (!(await needPackages())) throw new Error('npm ci failed.')

  // Two things at a time where neither measures time and only one of them prints as it goes.
  await Promise.all([
    step('lint', () => check('npx', 'biome', 'check', '--error-on-warnings')),
    step('exports', () => check('npx', 'knip')),
    step('types', () => check('npx', 'tsc', '--noEmit')),
    step('build', async () => {
      const count = await check('npm', 'run', 'build')
      built = count.failed === 0
      return count
    }),
  ])
  await step('unit', () => suite('unit'))
  await Promise.all([
    step('db-pglite', () => suite('db-pglite')),
    step('northwind', () => onBuild('northwind', { quiet: true })),
  ])
  await step('db-postgres', async () => {
    const postgres = await needPostgres()
    return postgres
      ? suite('db-postgres', { env: postgres })
      : missing('No PostgreSQL: set DATABASE_URL or install postgresql 15 or newer.')
  })
  const demo = mkdtempSync(path.join(tmpdir(), 'kalakal-demo-'))
  await step('http', () => onBuild('http', { env: { KALAKAL_TEST_DEMO: demo } }))
  await step('e2e', async () => {
    const browser = await needBrowser()
    return browser
      ? onBuild('e2e', { env: { CHROMIUM_PATH: browser, KALAKAL_TEST_DEMO: demo } })
      : missing('No Chromium: set CHROMIUM_PATH or install chromium.')
  })
  rmSync(demo, { recursive: true, force: true })
}

const began = performance.now()
try {
  await main()
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.stack : error}\n`)
  total.failed += 1
}
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
if (total.passed + total.failed === 0) total.failed = 1
process.stdout.write(`\n${summary.join('\n')}\n${minutes} minutes\n${words(total)}\n`)
process.exit(total.failed === 0 ? 0 : 1)
