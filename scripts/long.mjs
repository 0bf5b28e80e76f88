// The long forms of tests whose short forms run in `npm run verify`: `npm run mutation`, `npm run fuzz`, `npm run model`, `npm run faults`.
import { needBrowser, needPackages, needPostgres } from './verify/needs.mjs'
import { run } from './verify/process.mjs'
import { suite } from './verify/suites.mjs'

/** @type {Record<string, () => Promise<import('./verify/suites.mjs').Count>>} */
const FORMS = {
  mutation: async () =>
    suite('db-postgres', {
      only: 'postgres/policies',
      env: { ...(await needPostgres()), KALAKAL_NIGHTLY: '1' },
    }),
  model: async () =>
    suite('db-postgres', {
      only: 'tests/db/model',
      minutes: 180,
      env: {
        ...(await needPostgres()),
        KALAKAL_MODEL_RUNS: process.env.KALAKAL_MODEL_RUNS ?? '1000',
      },
    }),
  faults: async () => {
    await build()
    return suite('http', {
      only: 'http/faults',
      minutes: 360,
      env: {
        ...(await needPostgres()),
        KALAKAL_FAULTS: process.env.KALAKAL_FAULTS ?? '200',
      },
    })
  },
  fuzz: async () => {
    await build()
    const asked = await suite('http', {
      only: 'http/fuzz',
      minutes: 120,
      env: {
        ...(await needPostgres()),
        KALAKAL_FUZZ_RUNS: process.env.KALAKAL_FUZZ_RUNS ?? '10000',
      },
    })
    if (!(await needBrowser())) throw new Error('No Chromium.')
    const typed = await suite('e2e', {
      only: 'e2e/hostile',
      minutes: 240,
      env: { KALAKAL_LONG: '1' },
    })
    return sum(asked, typed)
  },
}

async function build() {
  if ((await run('npm', ['run', 'build'], { quiet: true })) !== 0) throw new Error('No build.')
}

/**
 * @param {import('./verify/suites.mjs').Count} one
 * @param {import('./verify/suites.mjs').Count} other
 */
const sum = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
})

const form = FORMS[process.argv[2] ?? '']
if (!form) throw new Error(`Choose one of ${Object.keys(FORMS).join(', ')}.`)
if (!(await needPackages())) throw new Error('npm ci failed.')
const { passed, failed } = await form()
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exit(failed === 0 ? 0 : 1)
