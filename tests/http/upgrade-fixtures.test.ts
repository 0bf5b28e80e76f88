import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, expect, inject, it } from 'vitest'
import { restore } from '../../scripts/backup/restore.ts'
import { loadDataSet, PASSWORD } from '../../scripts/bench/load.ts'
import { copyAll, EVERYTHING, unkeptProgress } from '../../scripts/move/copy.ts'
import { inEmbedded, inPostgres, withEmbedded, withPostgresOf } from '../../scripts/move/sides.ts'
import { dataOf, demoOf, KEPT } from '../../scripts/release/kept-versions.ts'
import { difference } from '../../scripts/schema/difference.ts'
import { prepareRoles } from '../../server/embedded-supabase/database/database.ts'
import { pgliteSql, withOwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { readEnv } from '../../server/env.ts'
import { asOwner } from '../../tools/cluster.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { migratePglite } from '../../tools/migrated.ts'
import { openServer } from '../../tools/server-process.ts'
import { asPool } from '../support/as-pool.ts'
import { installedLater } from '../support/installed.ts'
import { expectOldPapers } from '../support/old-papers.ts'
import { NIGHTLY } from '../support/rounds.ts'
import { hasPostgres } from '../support/server.ts'
import {
  expectRightBooks,
  expectUpgrade,
  OF_OLD_BOOKS,
  restoreEmpty,
  schemaOf,
} from '../support/upgrade.ts'

const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-fixtures-'))
const database = `kalakal_fixture_${process.pid}`
afterAll(async () => {
  rmSync(shelf, { recursive: true, force: true })
  if (hasPostgres())
    await asOwner(inject('demo')!.cluster, `drop database if exists ${database} with (force)`)
})

/** Makes an empty database and an empty data folder. */
async function empty(): Promise<{ folder: string; DATABASE_URL: string }> {
  const { cluster } = inject('demo')!
  await asOwner(cluster, `drop database if exists ${database} with (force)`)
  await asOwner(cluster, `create database ${database}`)
  return {
    folder: path.join(mkdtempSync(path.join(shelf, 'company-')), 'data'),
    DATABASE_URL: `${cluster}/${database}`,
  }
}

it.each(KEPT)(
  'the demo companies of %s are upgraded, and their books are right',
  { timeout: 240_000, skip: !hasPostgres() },
  async (version) => {
    const { folder, DATABASE_URL } = await empty()
    const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder, DATABASE_URL })
    await restore(env, demoOf(version))
    await expectUpgrade(DATABASE_URL, {
      ...{ folder, shelf, email: 'owner@demo.test', password: DEMO_PASSWORD },
      ...(version === '1.2.0' ? { faults: OF_OLD_BOOKS, look: expectOldPapers } : {}),
    })
  },
)

// The oldest version has the longest way. The statements are those of PostgreSQL, which every run plays.
it.each(KEPT.slice(0, 1))(
  'the embedded demo companies of %s are upgraded after a backup to what a new database is',
  { timeout: 300_000, skip: !hasPostgres() || !NIGHTLY },
  async (version) => {
    const { folder, DATABASE_URL } = await empty()
    const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder, DATABASE_URL })
    await restore(env, demoOf(version))
    const embedded = mkdtempSync(path.join(shelf, `embedded-${version}-`))
    await copyIntoEmbedded(DATABASE_URL, embedded, version)
    const program = await installedLater(mkdtempSync(path.join(shelf, 'later-')), { tables: '' })
    const server = await openServer(embedded, {}, program)
    expect(server.output()).toMatch(/the backup \S+ is made.*applying/s)
    await expectRightBooks(
      server.origin,
      { email: 'owner@demo.test', password: DEMO_PASSWORD },
      version === '1.2.0' ? OF_OLD_BOOKS : [],
    )
    expect(await server.stop()).toBe(0)
    const fresh = await PGlite.create()
    await migratePglite(fresh)
    await withEmbedded(embedded, async (upgraded) => {
      for (const each of [upgraded, fresh])
        await each.exec('drop schema if exists supabase_migrations, known cascade')
      expect(await difference(asPool(upgraded), asPool(fresh))).toEqual([])
    })
    await fresh.close()
  },
)

// A tenth of the data set: 100,000 lines.
it.each(KEPT)(
  'the data set of %s is upgraded, and the books of its companies are right',
  { timeout: 900_000, skip: !hasPostgres() || !NIGHTLY },
  async (version) => {
    const { folder, DATABASE_URL } = await empty()
    await withOwnerSql(DATABASE_URL, prepareRoles)
    await restoreEmpty(DATABASE_URL, demoOf(version))
    await loadDataSet(DATABASE_URL, { scale: 0.1, version: dataOf(version) })
    mkdirSync(folder)
    await expectUpgrade(DATABASE_URL, {
      ...{ folder, shelf, email: 'owner@p1.bench.test', password: PASSWORD },
    })
  },
)

/** Copies the companies of a PostgreSQL into an embedded database with the tables of the same version. */
async function copyIntoEmbedded(url: string, folder: string, version: string): Promise<void> {
  await withPostgresOf(url, (source) =>
    withEmbedded(folder, async (target) => {
      const sql = pgliteSql(target)
      await prepareRoles(sql)
      await target.exec(await schemaOf(demoOf(version)))
      // A dump sets them for its own connection.
      await target.exec('reset all')
      await inPostgres(source, (from) =>
        copyAll(
          {
            from,
            to: (work) => inEmbedded(target, work),
            scope: `(${EVERYTHING} or n.nspname = 'supabase_migrations')`,
          },
          unkeptProgress(),
          async () => {},
          () => {},
        ),
      )
    }),
  )
}
