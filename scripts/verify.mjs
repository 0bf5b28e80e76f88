// `npm run verify`: everything that must hold before a change is shared. Plain Node, so that it runs on a fresh
// clone. Its last line is `N passed, N failed`, over all checks and suites. docs/testing.md tells of the suites.
// `npm run verify -- types unit` runs only the steps named; `-- --changed` runs what the changes since the main
// branch touch; `-- --nightly` (`npm run verify:nightly`) runs every file on both engines, with many rounds.
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { missingHostedPart } from '../tools/hosted-parts.mjs'
import { needBrowser, needPackages, needPooler, needPostgres } from '../tools/needs.mjs'
import { changedFiles, testsOf } from './verify/changed.mjs'
import { NIGHTLY } from './verify/files.mjs'
import { LONG_FORMS } from './verify/long-forms.mjs'
import { runSteps } from './verify/schedule.mjs'
import { startPostgres } from './verify/service.mjs'
import { check, suite } from './verify/suites.mjs'

/** @typedef {import('./verify/schedule.mjs').Step} Step */
/** @typedef {import('./verify/schedule.mjs').Count} Count */

const FAILED = { passed: 0, failed: 1, skipped: 0 }
const SKIPPED = { passed: 0, failed: 0, skipped: 1 }
/** Tests that may pass at their second try: more of them are a defect, of the product or of the tests. */
const MOST_RETRIED = 2

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'))
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const nightly = flags.includes('--nightly')
const seed = process.env.KALAKAL_TEST_SEED || String(1 + (Date.now() % 1_000_000_000))
const total = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const summary = []
/** @type {string[]} */
const retried = []
let built = true

/** @param {Step} step */
async function work({ name, run }) {
  process.stdout.write(`── ${name} …\n`)
  const began = performance.now()
  const count = await run().catch((/** @type {Error} */ error) => {
    process.stdout.write(`${error.stack}\n`)
    return /** @type {Count} */ (FAILED)
  })
  const took = seconds(began)
  for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += count[key]
  retried.push(...(count.retried ?? []))
  const line = `${name.padEnd(12)} ${took.padStart(6)} s  ${words(count)}`
  summary.push(line, ...(count.names ?? []).map((failed) => `  failed: ${failed}`))
  process.stdout.write(`${line}\n`)
}

/** @param {number} since */
const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1)

/** @param {Count} count */
function words({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * Reports a missing requirement of the tests: CI fails, elsewhere the step is skipped and says so.
 *
 * @param {string} what
 * @returns {Count}
 */
function missing(what) {
  process.stdout.write(`${what}\n`)
  return process.env.CI ? FAILED : SKIPPED
}

/** @type {import('./verify/service.mjs').Service | null} */
let postgres = null
/** @type {string | null} */
let browser = null

/**
 * Returns all steps in the order in which they would run one after the other.
 *
 * @returns {Step[]}
 */
function allSteps() {
  /** @param {string} name @param {...string} command @returns {Step} */
  const checked = (name, ...command) => ({
    name,
    weight: 1,
    after: [],
    run: () => check(command[0] ?? '', ...command.slice(1)),
  })
  /** @param {string} name @param {string[]} after @returns {Step} */
  const tested = (name, after) => ({ name, weight: 1, after, run: () => runSuite(name) })
  // What others wait for comes first, then the longest: begun last, it would run alone while the other core waits.
  return [
    { name: 'postgres', weight: 0, after: [], run: preparePostgres },
    { name: 'build', weight: 1, after: [], run: build },
    // Short, while PostgreSQL starts.
    checked('lint', 'npx', 'biome', 'check', '--error-on-warnings'),
    { name: 'browser', weight: 0, after: ['postgres'], run: prepareBrowser },
    { name: 'templates', weight: 1, after: ['postgres'], run: makeTemplates },
    // The longest of all, and the gentlest beside servers and browsers.
    tested('db-postgres', ['postgres', 'templates']),
    // Several checkers work the same types out, each for itself: two thirds more work beside other steps.
    checked('types', 'npm', 'run', 'typecheck', '--', '--checkers', '1'),
    checked('exports', 'npx', 'knip'),
    tested('http', ['build', 'templates', 'browser']),
    tested('e2e', ['build', 'templates', 'browser']),
    tested('hosted-web', ['build', 'postgres', 'browser']),
    tested('northwind', ['build', 'templates']),
    tested('db-pglite', []),
    tested('hosted', ['postgres']),
    tested('unit', []),
    ...Object.entries(nightly ? LONG_FORMS : {}).map(([name, run]) => ({
      name,
      weight: 2,
      after: SUITES,
      run,
    })),
  ]
}

const SUITES = [
  'unit',
  'db-postgres',
  'db-pglite',
  'hosted',
  'hosted-web',
  'northwind',
  'http',
  'e2e',
]
/** Suites that run the built server. */
const ON_THE_BUILD = ['hosted-web', 'northwind', 'http', 'e2e']
/** Steps that have no result of their own. */
const PREPARATIONS = ['postgres', 'browser', 'templates']
const NONE = { passed: 0, failed: 0, skipped: 0 }

/** @returns {Promise<Count>} */
async function preparePostgres() {
  const found = await needPostgres()
  postgres = found && (await startPostgres(found))
  await needPooler()
  return NONE
}

/** @returns {Promise<Count>} */
async function prepareBrowser() {
  browser = await needBrowser()
  if (browser) process.env.CHROMIUM_PATH = browser
  return NONE
}

/** @returns {Promise<Count>} */
async function makeTemplates() {
  if (!postgres) return NONE
  const { failed } = await check('npx', 'tsx', 'scripts/verify/templates.ts')
  return { ...NONE, failed }
}

/** @returns {Promise<Count>} */
async function build() {
  const count = await check('npm', 'run', 'build')
  built = count.failed === 0
  return count
}

/** @type {Partial<Record<string, readonly string[]>>} */
let chosen = {}
/** A single suite prints its output while it runs. */
let alone = false

/** @param {string} name @returns {Promise<Count>} */
async function runSuite(name) {
  if (ON_THE_BUILD.includes(name) && !built) {
    process.stdout.write('Not run: the build failed.\n')
    return FAILED
  }
  if (name === 'db-postgres' && !postgres)
    return missing('No PostgreSQL: set DATABASE_URL or install postgresql 15 or newer.')
  const lacking = name.startsWith('hosted') ? await missingHostedPart() : null
  // Not every platform has these parts, so their absence is no failure in CI either.
  if (lacking) {
    process.stdout.write(`${lacking}\n`)
    return SKIPPED
  }
  if ((name === 'e2e' || name === 'hosted-web') && !browser)
    return missing('No Chromium: set CHROMIUM_PATH or install chromium.')
  return suite(name, {
    only: chosen[name] ?? [],
    quiet: !alone,
    minutes: nightly ? 600 : 20,
  })
}

/** The steps of this run, with those that they cannot do without. @returns {Step[]} */
function stepsOfRun() {
  const steps = allSteps()
  const known = steps.map(({ name }) => name)
  const unknown = named.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(`No such step: ${unknown}. There are ${known.join(', ')}.`)
  const wanted = new Set(named.length > 0 ? named : known)
  if (flags.includes('--changed')) {
    const files = changedFiles()
    chosen = testsOf(files)
    process.stdout.write(`${files.length} files changed.\n`)
    for (const name of known) if (chosen[name]?.length === 0) wanted.delete(name)
    if (!ON_THE_BUILD.some((name) => wanted.has(name))) wanted.delete('build')
  }
  const needs = (/** @type {string[]} */ ...names) => names.some((name) => wanted.has(name))
  const long = needs(...Object.keys(LONG_FORMS))
  const web = long || needs('http', 'e2e')
  const prepared = {
    postgres: web || needs('northwind', 'db-postgres', 'hosted', 'hosted-web'),
    browser: long || needs('e2e', 'hosted-web'),
    templates: web || needs('northwind'),
  }
  return steps.filter(({ name }) =>
    PREPARATIONS.includes(name)
      ? prepared[/** @type {keyof typeof prepared} */ (name)]
      : wanted.has(name),
  )
}

/**
 * Says how many slow files of these steps the nightly run alone plays.
 *
 * @param {Step[]} steps
 */
function leftOf(steps) {
  const counts = steps.flatMap(({ name }) =>
    NIGHTLY[name] ? [`${NIGHTLY[name].length} of ${name}`] : [],
  )
  return counts.length === 0
    ? []
    : [`Left to npm run verify:nightly (scripts/verify/files.mjs): ${counts.join(', ')}`]
}

async function main() {
  const steps = stepsOfRun()
  mkdirSync('test-results', { recursive: true })
  if (!(await needPackages())) throw new Error('npm ci failed.')
  summary.push(`packages     ${seconds(began).padStart(6)} s`)
  if (nightly) process.env.KALAKAL_NIGHTLY = '1'
  process.env.KALAKAL_TEST_SEED = seed
  process.stdout.write(`Random tests: KALAKAL_TEST_SEED=${seed} repeats this run's.\n`)
  if (!nightly && !flags.includes('--changed')) summary.push(...leftOf(steps))
  alone = steps.filter(({ name }) => !PREPARATIONS.includes(name)).length === 1
  try {
    await runSteps(steps, Math.max(2, availableParallelism()), work)
  } finally {
    await postgres?.stop()
  }
}

const began = performance.now()
try {
  await main()
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.stack : error}\n`)
  total.failed += 1
}
if (retried.length > MOST_RETRIED) {
  total.failed += 1
  summary.push(
    `  failed: ${retried.length} tests passed only when tried again, ${MOST_RETRIED} may`,
  )
}
for (const test of retried) summary.push(`  tried again: ${test}`)
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
if (total.passed + total.failed === 0 && !flags.includes('--changed')) total.failed = 1
process.stdout.write(
  `\n${summary.join('\n')}\n${retried.length} retried, ${minutes} minutes, KALAKAL_TEST_SEED=${seed}\n${words(total)}\n`,
)
process.exit(total.failed === 0 ? 0 : 1)
