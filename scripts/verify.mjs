// `npm run verify`: everything that must hold before a change is shared. Plain Node, so that it runs on a fresh
// clone. Its last line is `N passed, N failed`, over all checks and suites.
// `npm run verify -- types unit` runs only the steps named.
import { mkdirSync } from 'node:fs'
import { needBrowser, needPackages, needPostgres } from './verify/needs.mjs'
import { check, suite } from './verify/suites.mjs'

/** @type {import("./verify/suites.mjs").Count} */
const FAILED = { passed: 0, failed: 1, skipped: 0 }
/** @type {import("./verify/suites.mjs").Count} */
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
  summary.push(line, ...(count.names ?? []).map((failed) => `  failed: ${failed}`))
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

/** What the later suites run on: one after the other, as the system installs one package at a time. */
async function needTools() {
  const wanted = (/** @type {string[]} */ ...steps) =>
    only.length === 0 || only.some((name) => steps.includes(name))
  const postgres = wanted('northwind', 'db-postgres', 'http', 'e2e') ? await needPostgres() : null
  return { postgres, browser: wanted('e2e') ? await needBrowser() : null }
}

async function main() {
  mkdirSync('test-results', { recursive: true })
  if (!(await needPackages())) throw new Error('npm ci failed.')

  // Downloads, beside the build.
  const tools = needTools().catch((/** @type {Error} */ error) => {
    process.stdout.write(`${error.stack}\n`)
    return { postgres: null, browser: null }
  })
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
  // Northwind is one long file: the others run beside it, one after the other.
  const northwind = step('northwind', async () => {
    const { postgres } = await tools
    return onBuild('northwind', { quiet: true, env: { ...postgres } })
  })
  await step('unit', () => suite('unit'))
  await step('db-pglite', () => suite('db-pglite'))
  const { postgres, browser } = await tools
  await step('db-postgres', async () =>
    postgres
      ? suite('db-postgres', { env: postgres })
      : missing('No PostgreSQL: set DATABASE_URL or install postgresql 15 or newer.'),
  )
  await northwind
  const env = { ...postgres }
  await step('http', () => onBuild('http', { env }))
  await step('e2e', async () =>
    browser
      ? onBuild('e2e', { env: { ...env, CHROMIUM_PATH: browser } })
      : missing('No Chromium: set CHROMIUM_PATH or install chromium.'),
  )
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
