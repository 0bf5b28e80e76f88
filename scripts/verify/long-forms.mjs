import { suite } from './suites.mjs'

/** @typedef {import('./schedule.mjs').Count} Count */

/**
 * The long forms of tests whose short forms run in `npm run verify`, with the build, PostgreSQL and browser there.
 *
 * @type {Record<'mutation' | 'model' | 'faults' | 'fuzz' | 'node20' | 'node22' | 'node24', () => Promise<Count>>}
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
    sum([
      await suite('http', {
        only: ['http/fuzz'],
        minutes: 120,
        env: { KALAKAL_FUZZ_RUNS: process.env.KALAKAL_FUZZ_RUNS ?? '10000' },
      }),
      await suite('e2e', { only: ['e2e/hostile'], minutes: 240, env: { KALAKAL_LONG: '1' } }),
    ]),
  node20: () => onNode('20'),
  node22: () => onNode('22'),
  node24: () => onNode('24'),
}

/**
 * Plays the suites, with few rounds, under another version of Node than this one.
 *
 * @param {string} node
 * @returns {Promise<Count>}
 */
async function onNode(node) {
  /** @type {Count[]} */
  const counts = []
  if (!process.version.startsWith(`v${node}.`))
    for (const name of ['unit', 'db-pglite', 'db-postgres', 'http', 'e2e'])
      counts.push(await suite(name, { node, minutes: 60, env: { KALAKAL_NIGHTLY: '' } }))
  return sum(counts)
}

/**
 * @param {Count[]} counts
 * @returns {Count}
 */
const sum = (counts) => ({
  passed: counts.reduce((all, { passed }) => all + passed, 0),
  failed: counts.reduce((all, { failed }) => all + failed, 0),
  skipped: counts.reduce((all, { skipped }) => all + skipped, 0),
  names: counts.flatMap(({ names }) => names ?? []),
  retried: counts.flatMap(({ retried }) => retried ?? []),
})
