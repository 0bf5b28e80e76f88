import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { OwnerSql } from './embedded-supabase/database/owner-sql.ts'
import { ConfigurationError } from './env.ts'

const NAME = 'manifest.json'
/** The version of the backup format. It rises when an older program could not restore what this one writes. */
export const BACKUP_FORMAT = 1
/** Names the parts of a data folder that a backup keeps beside the database. Unsent mails are not kept. */
const FILES = ['storage', 'secrets.json', 'demo']
/** Names what a backup has of the database: the folder of the embedded one, or a dump. */
const DATABASE = ['postgres', 'database.dump']

const schema = z.object({
  format: z.literal(BACKUP_FORMAT),
  made: z.string(),
  version: z.string(),
  engine: z.enum(['embedded', 'postgres']),
  /** Names the newest migration of the database. */
  migration: z.string(),
  /** Holds row count and checksum per table, and the position per sequence. */
  rows: z.record(z.string(), z.string()),
  /** Holds the SHA-256 of each file by its path. */
  files: z.record(z.string(), z.string()),
  /** Holds the SHA-256 of each of the database's own files; backups of version 1 have none. */
  database: z.optional(z.record(z.string(), z.string())),
})

/** Describes the contents of a backup, so that a restored one can be compared with it row by row. */
export type Manifest = z.infer<typeof schema>

/** @throws ConfigurationError when the folder holds no backup that this version understands. */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, NAME)
  if (!existsSync(file)) throw new ConfigurationError(`${folder} holds no backup of Kalakal.`)
  const { sha256, ...content } = parsed(file)
  // One of version 1 has neither this hash nor those of the database's files.
  const isOld = sha256 === undefined && content.database === undefined
  if (!isOld && sha256 !== hashOf(JSON.stringify(content)))
    throw new ConfigurationError(`The backup is damaged: ${file} differs.`)
  const read = schema.safeParse(content)
  if (!read.success)
    throw new ConfigurationError(`${file} is not of a kind that this version restores.`)
  return read.data
}

function parsed(file: string): { sha256?: unknown; database?: unknown } {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as object
  } catch {
    throw new ConfigurationError(`The backup is damaged: ${file} cannot be read.`)
  }
}

/** Writes the manifest with a hash of itself. */
export function writeManifest(folder: string, manifest: Manifest): void {
  const sha256 = hashOf(JSON.stringify(manifest))
  const text = JSON.stringify({ ...manifest, sha256 }, null, 2)
  writeFileSync(path.join(folder, NAME), text, { mode: 0o600 })
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** All schemas but PostgreSQL's own. */
const EVERYTHING = `n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`

type Query = Pick<OwnerSql, 'query'>

/**
 * Reads row count and checksum of each table: a sum of hashes of the rows' text, independent of their order. Must run
 * in one snapshot where others may write.
 *
 * @param scope Which relations, as a condition on a relation `c` and its schema `n`.
 */
export async function countsOfRows(
  sql: Query,
  scope = EVERYTHING,
): Promise<Record<string, string>> {
  await sql.query(
    `select set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false)`,
  )
  const found = await sql.query<Relation>(
    `select format('%I.%I', n.nspname, c.relname) as name, c.relkind::text as kind
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'S') and ${scope}
     order by 1`,
  )
  const all: Record<string, string> = {}
  for (const relation of found) all[relation.name] = await rowCountOf(sql, relation)
  return all
}

interface Relation {
  name: string
  /** `r` is a table, `S` a sequence. */
  kind: string
}

/** Reads row count and checksum of a table, or the position of a sequence, both in the settings of {@link countsOfRows}. */
export async function rowCountOf(sql: Query, { name, kind }: Relation): Promise<string> {
  const [row] = await sql.query<{ value: string }>(
    kind === 'S'
      ? `select last_value || ' ' || is_called as value from ${name}`
      : `select count(*) || ' ' || coalesce(sum(('x' || left(md5(t::text), 15))::bit(60)::bigint), 0) as value
         from ${name} t`,
  )
  return row!.value
}

async function newestMigration(sql: Query): Promise<string> {
  const [row] = await sql.query<{ version: string }>(
    'select max(version) as version from supabase_migrations.schema_migrations',
  )
  return row!.version
}

/** Reads the contents of a database for the manifest. */
export async function contents(sql: Query): Promise<Pick<Manifest, 'migration' | 'rows'>> {
  return { migration: await newestMigration(sql), rows: await countsOfRows(sql) }
}

/** Computes the SHA-256 of each file that a backup keeps beside the database. */
export const filesOf = (folder: string) => hashesOf(folder, FILES)

/** Computes the SHA-256 of each of the database's own files. */
export const databaseFilesOf = (folder: string) => hashesOf(folder, DATABASE)

/**
 * Compares every file of a backup with its manifest, before anything is made of it.
 *
 * @returns false for a backup of version 1, whose manifest has no hashes of the database's own files.
 * @throws ConfigurationError naming what differs.
 */
export function requireWhole(folder: string, { files, database }: Manifest): boolean {
  compare('files', files, filesOf(folder))
  if (database) compare('files', database, databaseFilesOf(folder))
  return database !== undefined
}

function hashesOf(folder: string, parts: readonly string[]): Record<string, string> {
  const all: Record<string, string> = {}
  const add = (relative: string) => {
    const file = path.join(folder, relative)
    if (!existsSync(file)) return
    if (statSync(file).isDirectory())
      for (const name of readdirSync(file).sort()) add(path.join(relative, name))
    else all[relative] = hashOf(readFileSync(file))
  }
  for (const part of parts) add(part)
  return all
}

/** Copies the parts that are not there yet. */
export function copyFiles(from: string, to: string): void {
  for (const name of FILES)
    if (existsSync(path.join(from, name)) && !existsSync(path.join(to, name)))
      cpSync(path.join(from, name), path.join(to, name), { recursive: true })
}

/** Returns the names whose values differ, or that one side alone has. */
export function differing(was: Record<string, string>, is: Record<string, string>): string[] {
  const names = new Set([...Object.keys(was), ...Object.keys(is)])
  return [...names].filter((name) => was[name] !== is[name])
}

/**
 * @throws ConfigurationError naming what differs from the backup.
 */
export function compare(
  what: string,
  was: Record<string, string>,
  is: Record<string, string>,
): void {
  const other = differing(was, is)
  if (other.length > 0)
    throw new ConfigurationError(
      `The backup is damaged: ${what} ${other.slice(0, 5).join(', ')}${other.length > 5 ? ' and others' : ''} differ.`,
    )
}
