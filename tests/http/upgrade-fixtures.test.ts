import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, it } from 'vitest'
import { backup } from '../../scripts/backup/backup.ts'
import { restore } from '../../scripts/backup/restore.ts'
import { loadDataSet, PASSWORD } from '../../scripts/bench/load.ts'
import { copyAll, EVERYTHING, unkeptProgress } from '../../scripts/move/copy.ts'
import { inEmbedded, inPostgres, withEmbedded, withPostgresOf } from '../../scripts/move/sides.ts'
import { loadNorthwind } from '../../scripts/northwind/load.ts'
import { planNorthwind } from '../../scripts/northwind/plan.ts'
import { hasNorthwind, northwindFolder, readTables } from '../../scripts/northwind/tables.ts'
import { dataOf, demoOf, KEPT } from '../../scripts/release/kept-versions.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { asOwner } from '../../tools/cluster.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { migratePglite, migratePostgres } from '../../tools/migrated.ts'
import { openServer } from '../../tools/server-process.ts'
import { NIGHTLY } from '../support/rounds.ts'
import { hasPostgres } from '../support/server.ts'
import { expectRightBooks, expectUpgrade, installedAs } from '../support/upgrade.ts'
import { copyOfTemplate } from '../support/warm-servers.ts'

const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-fixtures-'))
const database = `kalakal_fixture_${process.pid}`
const northwind = northwindFolder() ?? ''
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

it.each([...KEPT, 'the present state'])(
  'the demo companies of %s are upgraded, and their books are right',
  { timeout: 240_000, skip: !hasPostgres() },
  async (version) => {
    const source = KEPT.includes(version) ? demoOf(version) : await ofThePresent()
    const { folder, DATABASE_URL } = await empty()
    await restore(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder, DATABASE_URL }), source)
    await expectUpgrade(DATABASE_URL, {
      ...{ folder, shelf, email: 'owner@demo.test', password: DEMO_PASSWORD },
    })
  },
)

// The oldest version has the longest way.
it.each(KEPT.slice(0, 1))(
  'the embedded demo companies of %s are upgraded after a backup, and their books are right',
  { timeout: 300_000, skip: !hasPostgres() },
  async (version) => {
    const { folder, DATABASE_URL } = await empty()
    await restore(
      readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder, DATABASE_URL }),
      demoOf(version),
    )
    const embedded = path.join(shelf, `embedded-${version}`)
    mkdirSync(embedded)
    const migrations = path.join(installedAs(version, shelf), 'supabase/migrations')
    await copyIntoEmbedded(DATABASE_URL, embedded, migrations)
    const server = await openServer(embedded)
    expect(server.output()).toMatch(/the backup \S+ is made.*applying migration/s)
    await expectRightBooks(server.origin, { email: 'owner@demo.test', password: DEMO_PASSWORD })
    expect(await server.stop()).toBe(0)
  },
)

// A tenth of the data set, 100,000 lines, in the nightly run; else few of them.
it.each(KEPT)(
  'the data set of %s is upgraded, and the books of its companies are right',
  { timeout: 900_000, skip: !hasPostgres() },
  async (version) => {
    const { folder, DATABASE_URL } = await empty()
    await migratePostgres(
      DATABASE_URL,
      path.join(installedAs(version, shelf), 'supabase/migrations'),
    )
    await loadDataSet(DATABASE_URL, { scale: NIGHTLY ? 0.1 : 0.002, version: dataOf(version) })
    mkdirSync(folder)
    await expectUpgrade(DATABASE_URL, {
      ...{ folder, shelf, email: 'owner@p1.bench.test', password: PASSWORD },
    })
  },
)

it.each(KEPT)(
  'Northwind, entered in %s, is upgraded, and its books are right',
  { timeout: 900_000, skip: !hasPostgres() || !NIGHTLY || !hasNorthwind(northwind) },
  async (version) => {
    const { folder, DATABASE_URL } = await empty()
    mkdirSync(folder)
    const earlier = await openServer(folder, { DATABASE_URL }, installedAs(version, shelf))
    const backend = await openBackend(
      readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder, DATABASE_URL }),
      { origin: earlier.origin, as: 'tool' },
    )
    await loadNorthwind({
      backend,
      plan: planNorthwind(readTables(northwind)),
      admin: { email: 'admin@demo.test', password: DEMO_PASSWORD },
      password: DEMO_PASSWORD,
    })
    await backend.close()
    expect(await earlier.stop()).toBe(0)
    await expectUpgrade(DATABASE_URL, {
      ...{ folder, shelf, email: 'general-manager@northwind.test', password: DEMO_PASSWORD },
    })
  },
)

/** Copies the companies of a PostgreSQL into an embedded database with the same migrations. */
async function copyIntoEmbedded(url: string, folder: string, migrations: string): Promise<void> {
  await withPostgresOf(url, (source) =>
    withEmbedded(folder, async (target) => {
      await migratePglite(target, migrations)
      await inPostgres(source, (from) =>
        copyAll(
          { from, to: (work) => inEmbedded(target, work), scope: EVERYTHING },
          unkeptProgress(),
          async () => {},
          () => {},
        ),
      )
    }),
  )
}

/** A backup of the demo companies as this version makes it: what is kept of a release. */
async function ofThePresent(): Promise<string> {
  const { folder, env, drop } = await copyOfTemplate(inject('demo')!)
  const target = path.join(shelf, 'present')
  await backup(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder, ...env }), target)
  await drop()
  rmSync(folder, { recursive: true, force: true })
  return target
}
