import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import {
  ENGINE_FILES,
  HOSTED_FILES,
  HOSTED_NIGHTLY,
  HOSTED_WEB_FILES,
  HOSTED_WEB_NIGHTLY,
  leftToNightly,
  PLAYS_ALL,
} from './scripts/verify/files.mjs'
import { LongestFirst } from './tests/support/longest-first.ts'

const alias = { '~': fileURLToPath(new URL('./app', import.meta.url)) }
const slow = {
  testTimeout: 60_000,
  hookTimeout: 180_000,
  // A second of a quiet machine is more on a busy one; an address changes a moment before its page is drawn.
  expect: { poll: { timeout: 10_000 } },
}
/** Files of a suite that this run does not play. */
const left = (suite: string) => (PLAYS_ALL ? [] : leftToNightly(suite))
/** A process runs file after file: what it has loaded, compiled and made fast stays. No module here keeps a state. */
const oneProcess = { isolate: false }

/** One project a suite; `npm run verify` runs them in this order. Every file has its own database or server. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          ...slow,
          name: 'unit',
          include: ['{app,field,server,scripts}/**/*.test.ts'],
          exclude: left('unit'),
          ...oneProcess,
        },
      },
      {
        resolve: { alias },
        test: {
          ...slow,
          name: 'db-pglite',
          include: PLAYS_ALL ? ['tests/db/**/*.test.ts'] : ENGINE_FILES,
          globalSetup: ['tests/support/global-pglite.ts'],
          exclude: ['tests/db/postgres/**'],
          provide: { postgres: null },
          maxWorkers: 2,
          ...oneProcess,
        },
      },
      {
        resolve: { alias },
        test: {
          ...slow,
          name: 'db-postgres',
          include: ['tests/db/**/*.test.ts'],
          exclude: left('db-postgres'),
          globalSetup: ['tests/support/global-postgres.ts'],
          maxWorkers: 2,
          ...oneProcess,
        },
      },
      {
        resolve: { alias },
        test: {
          ...slow,
          name: 'hosted',
          include: [
            'tests/hosted/**/*.test.ts',
            ...HOSTED_FILES,
            ...(PLAYS_ALL ? HOSTED_NIGHTLY : []),
          ],
          globalSetup: ['tests/support/global-hosted.ts'],
          maxWorkers: 2,
          ...oneProcess,
        },
      },
      {
        resolve: { alias },
        test: {
          ...slow,
          testTimeout: 180_000,
          name: 'hosted-web',
          include: PLAYS_ALL ? [...HOSTED_WEB_FILES, ...HOSTED_WEB_NIGHTLY] : HOSTED_WEB_FILES,
          globalSetup: ['tests/support/global-hosted-web.ts', 'tests/support/global-browser.ts'],
          maxWorkers: 2,
          ...oneProcess,
        },
      },
      {
        resolve: { alias },
        test: {
          ...slow,
          name: 'northwind',
          include: ['tests/northwind/**/*.test.ts'],
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        test: {
          ...slow,
          // Servers of two suites share two cores, so a failure is tried once more, as in e2e; not in the
          // fault tests, where a loss is final.
          retry: 1,
          // Some tests request every address of the product, one after the other.
          testTimeout: 180_000,
          name: 'http',
          globalSetup: ['tests/support/global-server.ts'],
          include: ['tests/http/**/*.test.ts'],
          exclude: left('http'),
          maxWorkers: 2,
          ...oneProcess,
        },
      },
      {
        resolve: { alias },
        test: {
          ...slow,
          testTimeout: 180_000,
          name: 'e2e',
          // Browsers and servers share two cores: a failed test is tried once more and marked in the
          // report.
          retry: 1,
          globalSetup: ['tests/support/global-server.ts', 'tests/support/global-browser.ts'],
          include: ['tests/e2e/**/*.test.ts'],
          exclude: left('e2e'),
          maxWorkers: 2,
          ...oneProcess,
        },
      },
    ],
  },
})
