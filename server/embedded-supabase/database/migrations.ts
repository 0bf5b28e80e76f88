import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { version as program } from '../../../package.json'
import { ConfigurationError } from '../../env.ts'

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

/** The migrations that a database of version 1.2.0 records: the last version before the baseline of this one. */
export const LAST_OF_VERSION_1 = { first: '20260101000000', newest: '20261127154000', count: 122 }

/** Tells that a database is of version 1: the first of its migrations is the baseline of version 1.0. */
export const isOfVersion1 = (recorded: readonly Recorded[]) =>
  recorded.some(({ version }) => version === LAST_OF_VERSION_1.first)

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
  if (isOfVersion1(recorded)) {
    if (recorded.length < LAST_OF_VERSION_1.count) throw tooOld()
    if (newestRecorded > LAST_OF_VERSION_1.newest) throw mixed()
    return migrations.slice(1)
  }
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

/** Version 2.0.0 takes a database of version 1.2.0 alone. */
function tooOld(): Error {
  return new ConfigurationError(
    `The database is of a version before 1.2.0. Install version 1.2.0 and start it once on this database, then start version ${program}: ${WAYS}`,
  )
}

function mixed(): Error {
  return new ConfigurationError(
    `The database records migrations of version 1.2.0 and of a later one. Repair the history of the project first: ${WAYS}`,
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
