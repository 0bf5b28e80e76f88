import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Connection } from '@supabase/lite'
import { createPgliteConnection, PGlite } from '@supabase/lite/pglite'
import { createPostgresConnection } from '@supabase/lite/postgres'
import type { Disk } from '../../disk.ts'
import { isWrite, refuseWrites } from '../api/disk-guard.ts'
import { answerable } from '../api/errors.ts'
import {
  borrowInstead,
  functionsOf,
  inspectQueries,
  preservePgErrors,
  readOwnSchemas,
  requireInternals,
  runWithoutTransaction,
  setRequestClaims,
  skipAutoGrants,
} from '../api/lite-internals.ts'
import type { CallParts } from '../api/person-calls.ts'
import { checkQuery, type Query, relationsOf } from '../api/query-limits.ts'
import { callContext } from './call-context.ts'
import { setCallerOn } from './caller.ts'
import { isoMoment } from './iso-moment.ts'
import { serializeTransactions } from './one-connection.ts'
import { type OwnerSql, openOwnerSql, pgliteSql } from './owner-sql.ts'
import { openPool } from './pool.ts'
import { readNumeric } from './values.ts'

interface Opened {
  connection: Connection
  sql: OwnerSql
  /** CallParts functions without the library; null on PGlite, which has one connection for all. */
  calls: CallParts | null
  /** Bytes that PGlite has taken for itself: they do not become less. Null on PostgreSQL, which has its own. */
  memory(): number | null
  close(): Promise<void>
}

/**
 * Opens PGlite in a folder (null: in memory), or the user's own PostgreSQL.
 *
 * @param lost PGlite answers nothing any more; to be opened anew.
 */
export async function openDatabase(
  folder: string | null,
  databaseUrl: string | null,
  lost: () => void = () => {},
  disk: Disk | null = null,
): Promise<Opened> {
  return databaseUrl ? openPostgres(databaseUrl) : openPglite(folder, lost, disk)
}

/**
 * PGlite fills all of `shared_buffers` with zeros when it starts, 160 MB by default. The system keeps the files in memory
 * as well, and what is read from there takes as long.
 */
const SETTINGS = ['-c', 'shared_buffers=16MB']

async function openPglite(
  folder: string | null,
  lost: () => void,
  disk: Disk | null,
): Promise<Opened> {
  if (folder) {
    mkdirSync(folder, { recursive: true })
    requireVersionFile(folder)
  }
  const connection = await createPgliteConnection({
    url: folder ? path.join(folder, 'postgres') : 'memory://',
    pgliteOptions: { startParams: [...PGlite.defaultStartParams, ...SETTINGS] },
  })
  patch(connection, false, disk)
  runWithoutTransaction(connection)
  const { driver } = connection
  requireInternals('pglite', driver)
  readAsPostgrest(driver.parsers)
  serializeTransactions(driver, lost)
  return {
    connection,
    sql: pgliteSql(driver),
    calls: null,
    memory: () => driver.Module.HEAPU8.byteLength,
    close: () => connection.close(),
  }
}

/** Connections that requests share. */
const CONNECTIONS = 12

function openPostgres(address: string): Opened {
  const pool = openPool(address, CONNECTIONS)
  const { close: closeOwner, ...sql } = openOwnerSql(address)
  // The library's own driver connects to nothing.
  const connection = createPostgresConnection({ url: 'postgres://nowhere.invalid' })
  patch(connection, true, null)
  requireInternals('postgres', connection.driver)
  borrowInstead(connection.driver, pool.borrow)
  return {
    connection,
    sql,
    calls: { borrow: pool.borrow, functions: () => functionsOf(connection) },
    memory: () => null,
    close: async () => {
      await Promise.all([pool.close(), closeOwner()])
      await connection.close()
    },
  }
}

/** Changes what the library does alike on both drivers. */
function patch(connection: Connection, clock: boolean, disk: Disk | null): void {
  requireInternals('connection', connection)
  skipAutoGrants(connection)
  preservePgErrors(connection, answerable)
  readOwnSchemas(connection)
  setRequestClaims(connection, setCallerOn(clock))
  inspectQueries(connection, (query: Query, introspection: Introspection) => {
    const context = callContext.getStore()
    const writes = isWrite(query, introspection)
    if (disk && writes) refuseWrites(query, disk)
    if (context) context.writes = writes
    checkExternal(query, introspection)
  })
}

type Introspection = Parameters<typeof relationsOf>[0] & Parameters<typeof isWrite>[1]

/** Holds the queries of external clients to their limits. */
function checkExternal(query: Query, introspection: Introspection): void {
  const { external, ranged } = callContext.getStore() ?? {}
  if (external) checkQuery(query, relationsOf(introspection), ranged)
}

type Parsers = Record<number, (value: string) => unknown>

/** OIDs of timestamp and timestamptz. */
const MOMENTS = [1114, 1184]

/** OID of numeric. */
const NUMERIC = 1700

/**
 * Answers as PostgREST does: moments in ISO 8601, and decimals as numbers, a column as well as a value within JSON.
 *
 * Upstream: docs/upstream/lite-moments.md.
 */
function readAsPostgrest(parsers: Parsers): void {
  for (const type of MOMENTS) parsers[type] = isoMoment
  parsers[NUMERIC] = readNumeric
}

/** The roles that hosted Supabase has. */
const ROLES = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'anon') then create role anon nologin; end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then create role authenticated nologin; end if;
  if not exists (select from pg_roles where rolname = 'service_role') then create role service_role nologin bypassrls; end if;
end $$;
`

/** Their grants as there; what they may do in `public` is the migrations' word. */
const GRANTS = `
grant usage on schema storage to authenticated, service_role;
grant select on storage.buckets to authenticated;
grant select, insert, update, delete on storage.objects to authenticated;
grant select, insert, update, delete on storage.buckets, storage.objects to service_role;
grant usage on schema public, auth to anon, authenticated, service_role;
grant execute on all functions in schema auth to anon, authenticated, service_role;
`

/** Runs statements on rights and roles: one server at a time, because PostgreSQL refuses two that change the same at once. */
export const changeRights = (sql: OwnerSql, script: string) =>
  sql.script(`select pg_advisory_xact_lock(5427312);${script}`)

/** Makes the API roles and gives them what hosted Supabase gives them. */
export async function prepareDatabase(sql: OwnerSql): Promise<void> {
  await prepareRoles(sql)
  await changeRights(sql, GRANTS)
}

const OLDEST = 150_000

/**
 * Checks that the database answers and is new enough.
 *
 * @throws an Error that names the wrong setting and what is wrong with it, for the operator.
 */
export async function requireDatabase(
  sql: OwnerSql,
  { folder, databaseUrl }: { folder: string | null; databaseUrl: string | null },
): Promise<void> {
  const version = async () => {
    try {
      const [row] = await sql.query<{ version: number }>(
        `select current_setting('server_version_num')::int as version`,
      )
      return row!.version
    } catch (error) {
      const reason = (error as Error).message
      throw new Error(
        databaseUrl
          ? `DATABASE_URL does not answer: ${reason}. Is PostgreSQL running there, and are user, password and database right?`
          : `The database in ${folder} cannot be opened: ${reason}. Restore a backup (docs/operations.md), or set KALAKAL_DATA_DIR to another folder.`,
        { cause: error },
      )
    }
  }
  if ((await version()) < OLDEST)
    throw new Error('The PostgreSQL of DATABASE_URL is older than 15.')
}

/**
 * Refuses a folder whose database has lost the file that PGlite looks for: it would make a new database over the old one.
 *
 * @throws an Error for the operator.
 */
function requireVersionFile(folder: string): void {
  const data = path.join(folder, 'postgres')
  const isThere = existsSync(data) && readdirSync(data).length > 0
  if (isThere && !existsSync(path.join(data, 'PG_VERSION')))
    throw new Error(
      `The database in ${folder} lacks the file PG_VERSION, so it is damaged. Restore a backup (docs/operations.md), or set KALAKAL_DATA_DIR to another folder.`,
    )
}

/** Makes the API roles where they are missing. @throws when the owner may not do what an owner must. */
export async function prepareRoles(sql: OwnerSql): Promise<void> {
  await requireOwner(sql)
  await changeRights(sql, ROLES)
}

/**
 * Functions run as the owner and must see every row: with forced row-level security that takes
 * BYPASSRLS, which only a superuser can give.
 */
async function requireOwner(sql: OwnerSql): Promise<void> {
  const [owner] = await sql.query<{ name: string; able: boolean }>(
    `select current_user::text as name, rolsuper or (rolbypassrls and (select count(*) from pg_roles r
       where r.rolname in ('anon', 'authenticated', 'service_role') and pg_has_role(current_user, r.oid, 'member')) = 3) as able
     from pg_roles where rolname = current_user`,
  )
  if (owner?.able) return
  throw new Error(
    `The database role "${owner?.name}" may not do what the server needs. Run this once as a superuser:
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  alter role "${owner?.name}" bypassrls;
  grant anon, authenticated, service_role to "${owner?.name}";`,
  )
}
