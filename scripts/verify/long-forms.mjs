import { suite } from './suites.mjs'

/** @typedef {import('./schedule.mjs').Count} Count */

/**
 * The long forms of tests whose short forms run in `npm run verify`, with the build, PostgreSQL and browser there.
 *
 * @type {Record<'mutation' | 'model' | 'faults' | 'fuzz', () => Promise<Count>>}
 */
export const LONG_FORMS = {
  mutation: () =>
    suite('db-postgres', {
      only: ['postgres/policies'],
      minutes: 60,
      env: { KALAKAL_NIGHTLY: '1' },
    }),
  model: () =>
    suite('db-postgres', {
      only: ['tests/db/model'],
      minutes: 180,
      env: { KALAKAL_MODEL_RUNS: process.env.KALAKAL_MODEL_RUNS ?? '1000' },
    }),
  faults: () =>
    suite('http', {
      only: ['http/faults', 'http/disk-full'],
      minutes: 360,
      env: { KALAKAL_FAULTS: process.env.KALAKAL_FAULTS ?? '200' },
    }),
  fuzz: async () =>
    sum(
      await suite('http', {
        only: ['http/fuzz'],
        minutes: 120,
        env: { KALAKAL_FUZZ_RUNS: process.env.KALAKAL_FUZZ_RUNS ?? '10000' },
      }),
      await suite('e2e', { only: ['e2e/hostile'], minutes: 240, env: { KALAKAL_LONG: '1' } }),
    ),
}

/**
 * @param {Count} one
 * @param {Count} other
 * @returns {Count}
 */
const sum = (one, other) => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
  names: [...(one.names ?? []), ...(other.names ?? [])],
  retried: [...(one.retried ?? []), ...(other.retried ?? [])],
})
