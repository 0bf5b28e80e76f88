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
}, 600_000)

const SMOKE_MS = 300_000

describe('npm run bench', () => {
  it(
    'measures each section on two sides in turn, and writes their columns',
    async () => {
      const program = ['node_modules/tsx/dist/cli.mjs', 'scripts/bench.ts', '--smoke']
      // Two sides may share a database: this measures nothing.
      const sides = ['--against', '.', '--against-database', db.url!, '--database', db.url!]
      const { stdout } = await promisify(execFile)(process.execPath, [...program, ...sides], {
        timeout: SMOKE_MS,
      })
      for (const row of [
        'Bookings, newest 50',
        'report, three years',
        'Lists, each',
        'Refresh of 200 phones in a minute, each',
        'File of 50,000 rows',
        'Clear the cheque',
        'receipts, import',
        'Sales report, a month',
      ])
        expect(rowsOf(stdout, row)).not.toEqual([])
      // Work, two figures and their ratio.
      expect(rowsOf(stdout, 'Enter and validate over HTTP')[0]!.slice(1, 4)).toEqual([
        expect.stringMatching(/ ms, p95 .* ms$/),
        expect.stringMatching(/ ms, p95 .* ms$/),
        expect.stringMatching(/^\d+\.\d\d$/),
      ])
    },
    SMOKE_MS,
  )
})

/** Returns the cells of the rows of tables that name some work. */
const rowsOf = (text: string, work: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|') && line.includes(work))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
