import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { addDays, today } from '../../app/platform/values/dates.ts'
import { asOwner } from '../../tools/cluster.ts'
import { hashOf } from '../../tools/hash-of.mjs'
import { reachedFrom } from '../../tools/imports.mjs'
import { migratePglite, migratePostgres } from '../../tools/migrated.ts'
import { CACHE } from '../../tools/shared-cluster.ts'
import { northwindFolder } from '../northwind/tables.ts'

/** The data that suites start from: an empty product, the demo companies, Northwind Traders. */
export type TemplateKind = 'migrated' | 'demo' | 'northwind'

/** A database that others are copied from. */
export interface Template {
  /** The name of the database. */
  database: string
  /** The data folder of the server that filled it. */
  files: string
}

/** Required before a program in which many accounts are made and sign in. */
export const CHEAP_PASSWORDS = './scripts/verify/cheap-passwords.cjs'

/** The programs that fill the templates, and the other files that their content depends on. */
const LOADERS: Record<TemplateKind, { program: string; from: () => string[]; day: boolean }> = {
  migrated: { program: 'tools/migrated.ts', from: () => [], day: false },
  // The demo's dates depend on the day on which it is loaded.
  demo: { program: 'scripts/demo/index.ts', from: () => [], day: true },
  northwind: {
    program: 'scripts/northwind/demo.ts',
    from: () => [northwindFolder()].filter((folder) => folder !== null),
    day: false,
  },
}

/** Returns a name that changes with anything that changes the content. */
function nameOf(kind: TemplateKind): string {
  const { program, from, day } = LOADERS[kind]
  const hash = hashOf([
    'supabase',
    'node_modules/@supabase/lite/package.json',
    'node_modules/@electric-sql/pglite/package.json',
    CHEAP_PASSWORDS,
    // The embedded server starts its worker by name.
    ...reachedFrom([program, 'server/embedded-supabase/worker.ts']),
    ...from(),
  ])
  const date = day ? `_${today('Asia/Manila').replaceAll('-', '')}` : ''
  return `kalakal_${kind}${date}_${hash.slice(0, 12)}`
}

/**
 * Returns the template database of a kind on a PostgreSQL, and creates it when it is missing.
 * Concurrent callers wait.
 *
 * @param cluster The address without a database.
 */
export async function postgresTemplate(cluster: string, kind: TemplateKind): Promise<Template> {
  const database = nameOf(kind)
  const files = path.join(CACHE, database)
  const owner = postgres(`${cluster}/postgres`, { max: 1, onnotice: () => {} })
  try {
    await owner`select pg_advisory_lock(hashtext(${`kalakal_${kind}`}))`
    const [there] = await owner`select from pg_database where datname = ${database}`
    if (there && (kind === 'migrated' || existsSync(files))) return { database, files }
    const old = await owner`
      select datname as name from pg_database where starts_with(datname, ${`kalakal_${kind}_`})`
    for (const { name } of old.filter(({ name }) => isOld(name, database))) {
      await owner.unsafe(`alter database "${name}" with is_template false`)
      await owner.unsafe(`drop database "${name}" with (force)`)
    }
    const making = `making_${kind}`
    if (kind === 'migrated') {
      await owner.unsafe(`drop database if exists ${making} with (force)`)
      await owner.unsafe(`create database ${making}`)
      await migratePostgres(`${cluster}/${making}`)
    } else {
      const migrated = await postgresTemplate(cluster, 'migrated')
      await fill(kind, files, await copyTemplate(cluster, migrated.database, making))
    }
    await owner.unsafe(`alter database ${making} rename to ${database}`)
    await owner.unsafe(`alter database ${database} with is_template true allow_connections false`)
    return { database, files }
  } finally {
    await owner.end()
  }
}

async function fill(kind: TemplateKind, files: string, url: string): Promise<void> {
  await load(kind, files, url)
  const driver = postgres(url, { max: 1 })
  await driver.unsafe('vacuum analyze')
  await driver.end()
}

/** Copies a template to a database of another name and returns its address. */
export async function copyTemplate(
  cluster: string,
  template: string,
  name: string,
): Promise<string> {
  await asOwner(
    cluster,
    `drop database if exists "${name}" with (force)`,
    // Copying files is cheaper than writing pages to the log, where nothing is synced to disk.
    `create database "${name}" template "${template}" strategy file_copy`,
    // PostgreSQL does not copy the settings that a migration makes for its database.
    `alter database "${name}" set jit = off`,
  )
  return `${cluster}/${name}`
}

/** Returns the file with a migrated PGlite data folder, and creates it when it is missing. */
export async function pgliteTemplate(): Promise<string> {
  const file = path.join(CACHE, `pglite_${nameOf('migrated')}.tar`)
  if (existsSync(file)) return file
  const driver = await PGlite.create()
  await migratePglite(driver)
  const dump = await driver.dumpDataDir('none')
  await driver.close()
  mkdirSync(CACHE, { recursive: true })
  const making = path.join(CACHE, `making_${process.pid}.tar`)
  writeFileSync(making, Buffer.from(await dump.arrayBuffer()))
  replaceOld('pglite_kalakal_migrated', making, file)
  return file
}

/**
 * Returns a data folder of the embedded mode with its database, and creates it when it is missing.
 */
export async function folderTemplate(kind: 'demo' | 'northwind'): Promise<string> {
  const folder = path.join(CACHE, `pglite_${nameOf(kind)}`)
  if (!existsSync(folder)) await load(kind, folder, '')
  return folder
}

/** Fills an empty data folder of the embedded mode with the migrated database. */
export async function fillMigrated(folder: string): Promise<void> {
  const loadDataDir = new Blob([readFileSync(await pgliteTemplate())])
  const driver = await PGlite.create({ dataDir: path.join(folder, 'postgres'), loadDataDir })
  await driver.close()
}

/**
 * Fills a data folder, and a migrated database if one is named, by the program of this kind. The
 * folder appears when all is done.
 */
async function load(kind: TemplateKind, folder: string, databaseUrl: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const making = path.join(CACHE, `making_${kind}_${process.pid}`)
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making)
  if (!databaseUrl) await fillMigrated(making)
  await promisify(execFile)(
    process.execPath,
    ['node_modules/tsx/dist/cli.mjs', '--require', CHEAP_PASSWORDS, LOADERS[kind].program],
    {
      env: {
        ...process.env,
        KALAKAL_DATA_DIR: making,
        DATABASE_URL: databaseUrl,
        SUPABASE_URL: '',
      },
    },
  )
  replaceOld(path.basename(folder).replace(/(_\d{8})?_\w{12}$/, ''), making, folder)
}

/** The code and the day that the name of a template says; the day is empty for those that depend on none. */
const partsOf = (name: string) => ({
  code: name.replace(/_\d{8}_/, '_'),
  day: /_(\d{4})(\d\d)(\d\d)_/.exec(name)?.slice(1).join('-') ?? '',
})

/** Tells that no run uses it: that of the day before is left for one that began before midnight. */
function isOld(name: string, now: string): boolean {
  const [other, own] = [partsOf(name), partsOf(now)]
  return (
    name === now || other.code !== own.code || (own.day !== '' && other.day < addDays(own.day, -1))
  )
}

/** Moves a file or folder into the place of those that older code made. */
function replaceOld(prefix: string, made: string, folder: string): void {
  for (const name of readdirSync(CACHE))
    if (name.startsWith(prefix) && isOld(name, path.basename(folder)))
      rmSync(path.join(CACHE, name), { recursive: true, force: true })
  renameSync(made, folder)
}
