import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadDataSet } from '../../../scripts/bench/load.ts'
import { openMigratedDatabase, type TestDatabase } from '../../support/database.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await openMigratedDatabase()
  await loadDataSet(db.url!, { scale: 0.01 })
  return () => db.close()
})

const SMOKE_MS = 120_000

describe('npm run bench', () => {
  it(
    'runs: each section gives its table',
    async () => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['node_modules/tsx/dist/cli.mjs', 'scripts/bench.ts', '--smoke', '--database', db.url!],
        { timeout: SMOKE_MS },
      )
      for (const work of [
        'newest 50',
        'Invoice report',
        'File of',
        'Sign-in',
        'One after the other',
        'Clear the cheque',
        'web server: bookings',
      ])
        expect(stdout).toContain(work)
    },
    SMOKE_MS,
  )
})
