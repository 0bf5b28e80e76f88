import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { prepareRoles } from '../../server/embedded-supabase/database/database.ts'
import {
  type DeclaredState,
  readDeclaredState,
} from '../../server/embedded-supabase/database/declared-state.ts'
import { readMigrations } from '../../server/embedded-supabase/database/migrations.ts'
import { withOwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { headOf } from '../../server/embedded-supabase/database/program.ts'
import { recordState } from '../../server/embedded-supabase/database/upgrade.ts'
import {
  DROP_KNOWN,
  keyOf,
  literal,
  MAKE_KNOWN,
  planCode,
  recordCode,
  recordedObjects,
  tiedFunctions,
} from '../../server/embedded-supabase/database/upgrade-script.ts'
import { createDatabaseAnew } from '../../tools/cluster.ts'
import { runOnPostgres } from '../../tools/migrated.ts'
import { restoreDatabase } from '../backup/postgres.ts'
import { difference, type Step } from '../schema/difference.ts'
import { demoOf } from './kept-versions.ts'

/**
 * Statements for the next release that no comparison can find, such as how a new column of old rows is filled. They come first
 * in its migration. The file is removed when the next version is begun.
 */
const NEXT = 'next_release.sql'

/** The baseline of version 2, and the version before it, whose databases it upgrades. */
const BASELINE = '20261128000000_baseline.sql'
const BEFORE_BASELINE = '1.2.0'

/**
 * Writes the migration of a version into a folder `supabase`, so that its migrations lead to its declared state. One that was
 * written for this version before is replaced: it changes until the version is released.
 *
 * @param cluster The address of a PostgreSQL without a database.
 * @returns the file.
 */
export async function writeMigration(
  supabase: string,
  cluster: string,
  version: string,
): Promise<string> {
  const declared = readDeclaredState(supabase)
  const folder = path.join(supabase, 'migrations')
  const name = `_version_${version.replace(/-.*/, '').replaceAll('.', '_')}.sql`
  const former = readdirSync(folder).find((file) => file.endsWith(name))
  const released = readMigrations(folder).filter(({ file }) => file !== former)
  const isFirst = released.every(({ file }) => file === BASELINE)
  const file = former ?? `${numberOfNow()}${name}`
  const database = await createDatabaseAnew(cluster, 'kalakal_released')
  if (isFirst) {
    await withOwnerSql(database, prepareRoles)
    await restoreDatabase(database, demoOf(BEFORE_BASELINE))
  } else {
    await runOnPostgres(database, released.map(({ text }) => text).join('\n'))
  }
  const text = await releaseMigration(
    {
      supabase,
      cluster,
      database,
      isThere: isFirst
        ? `to_regclass('private.installed_state') is not null`
        : `exists (select from private.installed_state where state = ${literal(declared.hash)})`,
    },
    declared,
    version,
  )
  if (isFirst) writeFileSync(path.join(folder, BASELINE), baselineOf(declared, version))
  writeFileSync(path.join(folder, file), text)
  return path.join(folder, file)
}

/** The number of a migration as the Supabase CLI gives it: the second, in UTC. */
const numberOfNow = () => new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)

/** All that an empty database takes. */
const baselineOf = (declared: DeclaredState, version: string) =>
  [
    '-- The first migration: all that an empty database takes, from supabase/schemas.',
    declared.script,
    ...recordCode(declared),
    recordState(version, declared.hash, true),
    '',
  ].join('\n')

interface From {
  /** The folder `supabase` of the program. */
  supabase: string
  /** The address of a PostgreSQL without a database, for the declared state. */
  cluster: string
  /** A database of the last release, with rows. It is changed. */
  database: string
  /** The condition that a database has this state already. */
  isThere: string
}

/** Returns the migration from the last release to a declared state. */
async function releaseMigration(
  { supabase, cluster, database, isThere }: From,
  declared: DeclaredState,
  version: string,
): Promise<string> {
  const wanted = await createDatabaseAnew(cluster, 'kalakal_declared')
  await runOnPostgres(wanted, declared.script)
  const [from, to] = [pool(database), pool(wanted)]
  try {
    const query = async <T>(text: string, params?: unknown[]) =>
      (await from.query(text, params)).rows as T[]
    const file = path.join(supabase, NEXT)
    const next = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    for (const each of [from, to]) await each.query('drop schema if exists known cascade')
    await from.query('drop schema if exists supabase_migrations cascade')
    const recorded = new Set((await recordedObjects({ query })).map(keyOf))
    const { before } = await planCode({ query }, declared, '')
    for (const statement of before) await from.query(statement)
    await from.query(next)
    const pinned = await pinnedFunctions(to)
    const keys = new Set(declared.objects.map(keyOf))
    const all = await difference(from, to)
    requireRewrites(all, pinned, next)
    const steps = all.filter((step) =>
      isOfTables(step, { declared: keys, recorded, pinned: new Set(pinned) }),
    )
    const tied = await tiedFunctions({ query })
    const mayWait = ({ sql }: Step) => {
      const [, verb, key] = codeOf(sql)
      return verb === 'drop' && key!.startsWith('function ') && !tied.has(key!)
    }
    const textOfSteps = (some: readonly Step[]) => some.map(({ sql }) => sql).join('\n')
    const tables = [next, textOfSteps(steps.filter((step) => !mayWait(step)))].join('\n')
    const gone = textOfSteps(steps.filter(mayWait))
    // Objects that were dropped first, with all that depended on them, are made again too.
    const { after } = await planCode({ query }, declared, [...before, tables, gone].join('\n'))
    return textOf(version, declared, isThere, { before, tables, gone, after })
  } finally {
    await Promise.all([from.end(), to.end()])
  }
}

/**
 * Functions that stored data depend on may change only together with these data.
 *
 * @throws Error when the first statements of the migration do not name a changed one, beside those that rewrite its columns.
 */
function requireRewrites(steps: readonly Step[], pinned: readonly string[], next: string): void {
  const replaced = steps.map(({ sql }) => codeOf(sql)[2]).filter((key) => key !== undefined)
  const silent = pinned.filter(
    (key) =>
      replaced.includes(key) &&
      !next.includes(key.replace('function ', '')) &&
      // The checks of a table, written with the table.
      !key.startsWith('function private.are_bounds_of_'),
  )
  if (silent.length > 0)
    throw new Error(
      `Stored data depend on ${silent.join(', ')}: write into ${NEXT} the new function, and how the columns and indexes that use it are written again.`,
    )
}

const pool = (connectionString: string) => new pg.Pool({ connectionString, max: 1 })

/** Functions that stored data depend on: those of generated columns, indexes, checks and defaults, and what these call. */
export async function pinnedFunctions(database: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await database.query(`
    with recursive pinned as (
      select d.refobjid as oid from pg_depend d
      where d.refclassid = 'pg_proc'::regclass and d.deptype in ('n', 'a')
        and (d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass)
          or d.classid = 'pg_class'::regclass and (select c.relkind from pg_class c where c.oid = d.objid) = 'i')
      union
      select f.oid from pinned p join pg_proc q on q.oid = p.oid
      cross join lateral regexp_matches(pg_get_functiondef(q.oid), '\\mprivate\\.(\\w+)(?=\\()', 'g') m
      join pg_proc f on f.pronamespace = 'private'::regnamespace and f.proname = m[1]
    )
    select format('function %s.%s', n.nspname, p.proname) as key
    from pinned x join pg_proc p on p.oid = x.oid join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') order by 1`)
  return rows.map(({ key }) => key)
}

/** Tells that a step changes tables, or code that no text declares. Triggers that a call makes come with the code. */
function isOfTables(
  { sql }: Step,
  keys: { declared: Set<string>; recorded: Set<string>; pinned: Set<string> },
): boolean {
  if (/^(grant|revoke|comment) /i.test(sql)) return false
  const [, verb, key] = codeOf(sql)
  if (!key) return true
  if (keys.recorded.has(key)) return false
  if (verb === 'drop') return true
  if (key.startsWith('trigger ')) return false
  return keys.declared.has(key) ? keys.pinned.has(key) : true
}

const CODE =
  /^(create|drop|alter) (?:or replace )?(?:constraint )?(function|view|policy|trigger) (?:if exists )?"?(\w+)"?(?:\."?(\w+)"?)?/i
const ON = /\bon (?:only )?"?(\w+)"?\."?(\w+)"?/i

/** Returns the verb and the key of the code object that a statement is about. */
function codeOf(sql: string): [string, string, string] | [] {
  const match = CODE.exec(sql)
  if (!match) return []
  const [, verb, kind, first, second] = match
  if (second) return [sql, verb!.toLowerCase(), `${kind!.toLowerCase()} ${first}.${second}`]
  const [, schema, table] = ON.exec(sql) ?? []
  return [sql, verb!.toLowerCase(), `${kind!.toLowerCase()} ${first} on ${schema}.${table}`]
}

/** The server takes the parts `$tables$` and `$gone$` alone, and code from the declared state; the Supabase CLI runs all of it. */
function textOf(
  version: string,
  declared: DeclaredState,
  isThere: string,
  {
    before,
    tables,
    gone,
    after,
  }: Record<'before' | 'after', string[]> & Record<'tables' | 'gone', string>,
): string {
  const records = [...recordCode(declared), recordState(version, declared.hash, true)]
  return `${headOf(version, declared.hash)}
do $release$ begin
if ${isThere} then return; end if;
set local lock_timeout = '2s';
execute ${quoted('code', [DROP_KNOWN, ...before].join('\n'))};
execute ${quoted('tables', tables)};
execute ${quoted('gone', gone)};
execute ${quoted('code', [...after, MAKE_KNOWN, ...records].join('\n\n'))};
end $release$;
`
}

function quoted(tag: string, text: string): string {
  if (text.includes(`$${tag}$`))
    throw new Error(`A statement has the quote $${tag}$: ${literal(tag)}`)
  return `$${tag}$\n${text}\n$${tag}$`
}
