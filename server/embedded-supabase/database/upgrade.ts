import { setTimeout as sleep } from 'node:timers/promises'
import { version } from '../../../package.json'
import { ConfigurationError } from '../../env.ts'
import {
  compareMigrations,
  LAST_OF_VERSION_1,
  type Migration,
  type Recorded,
} from './migrations.ts'
import type { OwnerSql } from './owner-sql.ts'
import { goneOf, type Program, tablesOf } from './program.ts'
import { DROP_KNOWN, literal, MAKE_KNOWN, planCode, recordCode } from './upgrade-script.ts'

/** The work that a database needs before this program can serve it. */
export type DatabaseNeed =
  | { kind: 'current' }
  | { kind: 'empty' }
  | { kind: 'older'; pending: readonly Migration[]; seen: string }

/** Keeps two starting servers apart. */
const ADVISORY_LOCK = 7_310_651
/** The longest that an upgrade waits for a lock that others hold, in milliseconds: they wait behind it meanwhile. */
const LOCK_MS = 2000
/** How often it tries again, and after which pause. */
const TRIES = 15
const PAUSE_MS = 1000

/** Table and columns in which the Supabase CLI records migrations, and two of ours. */
const RECORDS = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
alter table supabase_migrations.schema_migrations
  add column if not exists hash text, add column if not exists program text;
`

/** The declared state that a database has: of a version, or of the days between two versions. */
interface InstalledState {
  version: string
  state: string
  is_released: boolean
}

/**
 * Finds out what a database needs.
 *
 * @throws ConfigurationError when this program cannot serve it: it is newer, older than version 1.2.0, or of an unreleased state.
 */
export async function inspectDatabase(sql: OwnerSql, program: Program): Promise<DatabaseNeed> {
  await sql.script(`${ONE_AT_A_TIME}${RECORDS}`)
  const recorded = await sql.query<Recorded>(
    `select version, name, hash, program, case when hash is null then array_to_string(statements, '') end as text
     from supabase_migrations.schema_migrations order by version`,
  )
  const installed = await installedState(sql)
  if (recorded.length === 0 && !installed) return { kind: 'empty' }
  const pending = compareMigrations(recorded, program.migrations)
  if (installed && !installed.is_released) {
    if (installed.state !== program.declared.hash) throw ofAnotherState(installed)
    return { kind: 'current' }
  }
  if (pending.length > 0) {
    if (!program.isReleased) throw unreleased(installed?.version ?? '1.2.0')
    return { kind: 'older', pending, seen: await seenBy(sql) }
  }
  if (installed?.state !== program.declared.hash) throw unreleased(installed?.version ?? version)
  return { kind: 'current' }
}

async function installedState(sql: OwnerSql): Promise<InstalledState | null> {
  const [there] = await sql.query(
    `select from pg_catalog.pg_class where oid = to_regclass('private.installed_state')`,
  )
  if (!there) return null
  const [row] = await sql.query<InstalledState>(
    'select version, state, is_released from private.installed_state',
  )
  return row ?? null
}

const WAYS = 'docs/operations.md, "Upgrades".'

function ofAnotherState({ version: made, state }: InstalledState): Error {
  return new ConfigurationError(
    `The database was made by an unreleased state of version ${made} (${state.slice(0, 12)}), and opens with that state only. Move the data folder away and start again, or return to that state: ${WAYS}`,
  )
}

function unreleased(of: string): Error {
  return new ConfigurationError(
    `The database is of version ${of}, and this program is an unreleased state after it: \`npm run release\` writes the migration to it. Use a data folder of its own until then: ${WAYS}`,
  )
}

/** Makes the declared state in an empty database, and records the migrations that lead to it. */
export async function installDatabase(sql: OwnerSql, program: Program): Promise<void> {
  try {
    await sql.script([alone(''), program.declared.script, ...records(program)].join('\n'))
  } catch (error) {
    // Another server that starts on the same database may have made it.
    if ((await inspectDatabase(sql, program)).kind !== 'current') throw error
  }
}

/** Lets one server at a time look at a database or change it. */
const ONE_AT_A_TIME = `set local statement_timeout = 0;
set local lock_timeout = 0;
select pg_advisory_xact_lock(${ADVISORY_LOCK});`

/** Returns the statements that let one server at a time change a database, while it is what that server has seen. */
const alone = (seen: string) => `${ONE_AT_A_TIME}
do $$ begin
  if coalesce((${SEEN}), '') <> ${literal(seen)} then raise exception 'The database was changed during the upgrade.'; end if;
end $$;`

interface Upgrading {
  /** Is told of each try before it begins. */
  begin?(step: string): void
  lockMs?: number
  tries?: number
}

/**
 * Brings an older database to the state of this program, in one transaction: tables and rows by the migrations, code from the
 * declared state. Others may be using it meanwhile: they keep what they have locked, and the upgrade tries again.
 *
 * @throws Error for the operator; nothing is half done.
 */
async function upgradeDatabase(
  sql: OwnerSql,
  program: Program,
  found: DatabaseNeed & { kind: 'older' },
  { begin, lockMs = LOCK_MS, tries = TRIES }: Upgrading = {},
): Promise<void> {
  let { pending, seen } = found
  const names = () => pending.map(({ file }) => file).join(', ')
  for (let left = tries; ; left--) {
    begin?.(`applying ${names()}`)
    try {
      await sql.script(await upgradeScript(sql, program, pending, seen, lockMs))
      return
    } catch (error) {
      // Another server that starts on the same database may have done it.
      const now = await inspectDatabase(sql, program)
      if (now.kind === 'current') return
      if (now.kind !== 'older') throw error
      if ((error as Failure).code !== LOCKED && now.seen === seen) throw failed(names(), error)
      if (left === 1) throw locked(names(), error)
      ;({ pending, seen } = now)
      await sleep(PAUSE_MS)
    }
  }
}

type Failure = Error & { code?: string }
const LOCKED = '55P03'

function failed(files: string, error: unknown): Error {
  return new Error(`The upgrade by ${files} failed: ${(error as Error).message}`, { cause: error })
}

function locked(files: string, error: unknown): Error {
  return new Error(
    `The upgrade by ${files} waited for a lock that others hold, and was not applied. Stop whatever else uses the database and start again; nothing is half done.`,
    { cause: error },
  )
}

async function upgradeScript(
  sql: OwnerSql,
  program: Program,
  pending: readonly Migration[],
  seen: string,
  lockMs: number,
): Promise<string> {
  const deltas = [...pending.map(tablesOf), ...pending.map(goneOf)].join('\n')
  const { before, after } = await planCode(sql, program.declared, deltas)
  return [
    alone(seen),
    `set local lock_timeout = ${lockMs};`,
    DROP_KNOWN,
    ...before,
    deltas,
    ...after,
    MAKE_KNOWN,
    ...records(program),
  ].join('\n')
}

/** Changes with each upgrade. */
const SEEN = `select string_agg(m.version, ' ' order by m.version) from supabase_migrations.schema_migrations m`

async function seenBy(sql: OwnerSql): Promise<string> {
  const [row] = await sql.query<{ seen: string | null }>(`select (${SEEN}) as seen`)
  return row!.seen ?? ''
}

/** Returns the statements that record migrations, code objects and the state of a database. */
function records({ migrations, declared, isReleased }: Program): string[] {
  const rows = migrations.map((each) =>
    [each.version, each.name, each.hash, version].map(literal).join(', '),
  )
  return [
    `delete from supabase_migrations.schema_migrations where version <= ${literal(LAST_OF_VERSION_1.newest)};`,
    ...rows.map(
      (values) =>
        `insert into supabase_migrations.schema_migrations (version, name, hash, program) values (${values}) on conflict do nothing;`,
    ),
    ...recordCode(declared),
    recordState(version, declared.hash, isReleased),
  ]
}

/** Returns the statement that records the state of a database. */
export const recordState = (version: string, state: string, isReleased: boolean) =>
  `insert into private.installed_state (version, state, is_released) values (${literal(version)}, ${literal(state)}, ${isReleased})
on conflict (only_one) do update set version = excluded.version, state = excluded.state, is_released = excluded.is_released, installed_at = now();`

/** Makes an empty database, or brings an older one to the state of a program. */
export async function bringUpToDate(
  sql: OwnerSql,
  program: Program,
  upgrading: Upgrading = {},
): Promise<void> {
  const found = await inspectDatabase(sql, program)
  if (found.kind === 'empty') await installDatabase(sql, program)
  if (found.kind === 'older') await upgradeDatabase(sql, program, found, upgrading)
}
