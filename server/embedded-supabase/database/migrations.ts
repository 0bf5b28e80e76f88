import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { version as program } from '../../../package.json'
import { ConfigurationError } from '../../env.ts'
import type { OwnerSql } from './owner-sql.ts'

/** A file of `supabase/migrations`. */
export interface Migration {
  /** Name of the file: version, underscore, name. */
  file: string
  version: string
  name: string
  text: string
  /** SHA-256 of the text. */
  hash: string
}

/** A migration that a database records; a hosted project tells version and name alone. */
export interface Recorded {
  version: string
  name: string | null
  /** Null where the Supabase CLI has applied it. */
  hash?: string | null
  /** The statements that were applied; null where there is a hash. */
  text?: string | null
  /** The program that applied it, as "0.1.0"; null likewise. */
  program?: string | null
}

/**
 * The first line of a migration whose statements refuse a transaction, such as `create index concurrently`. All of
 * them must bear to be repeated: a migration that was cut off runs again from its beginning.
 */
const OUTSIDE = '-- no transaction'
/** The longest that a migration waits for a lock on PostgreSQL, in milliseconds, while others use the table. */
const LOCK_MS = 10_000
const ADVISORY_LOCK = 7_310_651

/** Table and columns in which the Supabase CLI records migrations, and two of ours. */
const RECORDS = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
alter table supabase_migrations.schema_migrations
  add column if not exists hash text, add column if not exists program text;
`

/** Makes a migration of a file's name and text. */
export function migrationOf(file: string, source: string): Migration {
  const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file)!
  const text = source.replaceAll('\r\n', '\n')
  const hash = createHash('sha256').update(text).digest('hex')
  return { file, version: version!, name: name!, text, hash }
}

/** Returns the migrations of a folder, in their order. */
export function readMigrations(folder: string): Migration[] {
  return migrationFiles(folder).map((file) =>
    migrationOf(file, readFileSync(path.join(folder, file), 'utf8')),
  )
}

/** Names of the migrations in a folder, in their order. */
export function migrationFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((file) => /^\d+_.+\.sql$/.test(file))
    .sort()
}

/**
 * Reads the migrations that a database records.
 *
 * @returns those of this program still to be applied, and whether the database has any.
 * @throws ConfigurationError as `compareMigrations`.
 */
export async function pendingMigrations(
  sql: OwnerSql,
  migrations: readonly Migration[],
): Promise<{ pending: Migration[]; empty: boolean }> {
  await sql.script(RECORDS)
  const recorded = await sql.query<Recorded>(
    `select version, name, hash, program, case when hash is null then array_to_string(statements, '') end as text
     from supabase_migrations.schema_migrations order by version`,
  )
  return { pending: compareMigrations(recorded, migrations), empty: recorded.length === 0 }
}

/**
 * Compares the migrations that a database records, in their order, with those of this program.
 *
 * @returns those still to be applied.
 * @throws ConfigurationError when the database is newer than the program, or was made by other files.
 */
export function compareMigrations(
  recorded: readonly Recorded[],
  migrations: readonly Migration[],
): Migration[] {
  if (migrations.length === 0) throw none()
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  const newest = migrations.at(-1)!.version
  const newestRecorded = recorded.at(-1)?.version ?? ''
  const [first] = migrations
  if (recorded.length > 0 && !recorded.some(({ version }) => version === first!.version))
    throw early()
  for (const row of recorded) {
    const own = known.get(row.version)
    if (!own) throw row.version > newest ? newer(row, newest) : missing(row)
    if (!isSame(row, own)) throw changed(own.file, row)
  }
  const pending = pendingAmong(recorded, migrations)
  const late = pending.find(({ version }) => version < newestRecorded)
  if (late) throw between(late.file, newestRecorded)
  return pending
}

/** Returns the migrations of this program that a database does not record. */
export function pendingAmong(
  recorded: readonly Recorded[],
  migrations: readonly Migration[],
): Migration[] {
  const done = new Set(recorded.map(({ version }) => version))
  return migrations.filter(({ version }) => !done.has(version))
}

/** The Supabase CLI records statements without the semicolons and blanks between them. */
const withoutSeparators = (text: string) => text.replaceAll(/[\s;]+/g, '')

function isSame(recorded: Recorded, own: Migration): boolean {
  if (recorded.hash === undefined) return recorded.name === own.name
  return recorded.hash
    ? recorded.hash === own.hash
    : withoutSeparators(recorded.text ?? '') === withoutSeparators(own.text)
}

const WAYS = 'docs/operations.md, "Upgrades".'

const by = ({ program }: Recorded) => (program ? ` by version ${program}` : '')

function none(): Error {
  return new ConfigurationError(
    `supabase/migrations has no migration. Install the program again, whole: ${WAYS}`,
  )
}

/** Only the migrations of before version 1.0 had no baseline. */
function early(): Error {
  return new ConfigurationError(
    `The database was made before version 1.0, which no later version upgrades. Start with an empty data folder or database: ${WAYS}`,
  )
}

function newer(row: Recorded, newest: string): Error {
  return new ConfigurationError(
    `The database is newer than this program: it has migration ${row.version}, applied${by(row)}, and version ${program} ends with ${newest}. Start the newer version, or restore the backup that was made before its upgrade: ${WAYS}`,
  )
}

function missing(row: Recorded): Error {
  return new ConfigurationError(
    `Migration ${row.version}_${row.name}, applied to this database${by(row)}, is missing in supabase/migrations. Install the program again, whole: ${WAYS}`,
  )
}

function changed(file: string, row: Recorded): Error {
  return new ConfigurationError(
    `Migration ${file} is not the one that was applied to this database${by(row)}. Put the file back as it was, and write the change as a new migration: ${WAYS}`,
  )
}

function between(file: string, newest: string): Error {
  return new ConfigurationError(
    `Migration ${file} is older than ${newest}, which this database has already. Give it a newer number: ${WAYS}`,
  )
}

interface Applying {
  /** Is told of each migration before it is applied, with its place among those to be applied and their number. */
  begin?(file: string, place: number, all: number): void
  /** The longest that one waits for a lock, in milliseconds. */
  lockMs?: number
}

/**
 * Applies migrations in their order, one transaction each, and records each where the Supabase CLI does, so that a later
 * `supabase db push` agrees.
 *
 * @throws Error naming the one that failed; those before it are applied.
 */
export async function applyMigrations(
  sql: OwnerSql,
  pending: readonly Migration[],
  { begin, lockMs = LOCK_MS }: Applying = {},
): Promise<void> {
  for (const [index, migration] of pending.entries()) {
    begin?.(migration.file, index + 1, pending.length)
    try {
      await apply(sql, migration, lockMs)
    } catch (error) {
      // Two web servers may start at the same time on one PostgreSQL: the other one may have
      // applied this migration while we waited for the lock.
      if (await isRecorded(sql, migration)) continue
      throw new Error(failure(migration.file, error as Failure), { cause: error })
    }
  }
}

async function apply(sql: OwnerSql, migration: Migration, lockMs: number): Promise<void> {
  const { text } = migration
  if (text.startsWith(OUTSIDE)) {
    // No lock keeps another starting server away: whoever waits for one has a snapshot, for which `concurrently` waits.
    await sql.alone([`set lock_timeout = ${lockMs}`, ...statementsOf(text), 'reset lock_timeout'])
    await sql.script(record(migration))
    return
  }
  await sql.script(
    `set local statement_timeout = 0;
set local lock_timeout = 0;
select pg_advisory_xact_lock(${ADVISORY_LOCK});
set local lock_timeout = ${lockMs};
${text}
${record(migration)}`,
  )
}

/** Separates statements at semicolons that stand outside of comments and quotes. */
const statementsOf = (text: string) =>
  (
    text.match(
      /(?:--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|[^;])+/g,
    ) ?? []
  ).filter((statement) => statement.replaceAll(/--[^\n]*/g, '').trim())

/** Escapes a text as a string of SQL. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

function record({ version, name, text, hash }: Migration): string {
  const values = [version, name, hash, program].map(literal).join(', ')
  return `insert into supabase_migrations.schema_migrations (version, name, hash, program, statements)
values (${values}, array[${literal(text)}]);`
}

async function isRecorded(sql: OwnerSql, { version }: Migration): Promise<boolean> {
  const found = await sql.query(
    'select 1 from supabase_migrations.schema_migrations where version = $1',
    [version],
  )
  return found.length > 0
}

type Failure = Error & { code?: string }

function failure(file: string, { code, message }: Failure): string {
  return code === '55P03'
    ? `Migration ${file} waited for a lock that others hold, and was not applied. Stop whatever else uses the database and start again; nothing is half done.`
    : `Migration ${file} failed: ${message}`
}
