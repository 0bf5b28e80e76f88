import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readMigrations } from '../../server/embedded-supabase/database/migrations.ts'
import { FUNCTIONS } from '../db/access.ts'
import { TABLES } from '../db/access-tables.ts'
import { testFixture } from '../support/fixture.ts'
import { releasedFolder } from '../support/released.ts'

const fixture = testFixture()
const names = async (text: string) =>
  (await fixture.db.sql<{ name: string }>(text)).map((row) => row.name)

const ROLES = "unnest(array['anon', 'authenticated', 'service_role']) as who"
const PUBLIC_TABLES = `from pg_class c, ${ROLES} where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`

/** Shows what the Supabase CLI left behind when it pushed the migrations to a hosted project. */
describe('a hosted project after the push', () => {
  it('has every migration, pushed by an account that is no superuser', async () => {
    expect(await names('select current_user::text as name')).toEqual(['postgres'])
    expect(
      await names(
        "select rolname as name from pg_roles where rolname = 'postgres' and not rolsuper",
      ),
    ).toEqual(['postgres'])
    expect(
      await names('select version as name from supabase_migrations.schema_migrations order by 1'),
    ).toEqual(
      readMigrations(path.join(await releasedFolder(), 'migrations')).map(({ version }) => version),
    )
    expect(
      await names(`select relname as name from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
        and relowner <> 'postgres'::regrole`),
    ).toEqual([])
  })

  it('began with default privileges that open everything to the API', async () => {
    // Those of postgres are revoked by the migrations; those of the superuser nobody else can change.
    expect(
      await names(`select distinct defaclrole::regrole::text as name from pg_default_acl, aclexplode(defaclacl) a
        where defaclnamespace = 'public'::regnamespace and a.grantee = 'anon'::regrole`),
    ).toEqual(['supabase_admin'])
  })

  it('gives anonymous people and the secret key no table, whatever the default privileges say', async () => {
    expect(
      await names(`select who || ' ' || verb || ' ' || c.relname as name ${PUBLIC_TABLES.replace('where', ", unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as verb where")}
        and who <> 'authenticated' and has_table_privilege(who, c.oid, verb)`),
    ).toEqual([])
    expect(
      await names(`select who || ' ' || c.relname as name ${PUBLIC_TABLES} and who <> 'authenticated'
        and (has_any_column_privilege(who, c.oid, 'select, insert, update, references'))`),
    ).toEqual([])
  })

  it('lets signed-in people delete nothing, and write the columns of declared tables alone', async () => {
    const written =
      await names(`select distinct c.relname as name ${PUBLIC_TABLES} and who = 'authenticated'
      and has_any_column_privilege(who, c.oid, 'insert, update')`)
    const declared = Object.entries(TABLES).flatMap(([table, { insert, update }]) =>
      insert || update ? [table] : [],
    )
    expect(written.sort()).toEqual(declared.sort())
    expect(
      await names(`select c.relname as name ${PUBLIC_TABLES} and who = 'authenticated'
        and has_table_privilege(who, c.oid, 'insert, update, delete, truncate, references, trigger')`),
    ).toEqual([])
  })

  it('lets each role execute the declared functions alone', async () => {
    const able = async (who: string) =>
      (
        await names(`select distinct proname::text as name from pg_proc
          where pronamespace = 'public'::regnamespace and has_function_privilege('${who}', oid, 'execute')`)
      ).sort()
    const declared = (service: boolean) =>
      Object.entries(FUNCTIONS)
        .filter(([, { needs }]) => (needs === 'service') === service)
        .map(([name]) => name)
        .sort()
    expect(await able('anon')).toEqual([])
    expect(await able('authenticated')).toEqual(declared(false))
    expect(await able('service_role')).toEqual(declared(true))
  })

  it('shows the tables of Auth to no role of the API', async () => {
    expect(
      await names(`select who || ' ' || c.relname as name from pg_class c, ${ROLES}
        where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r' and has_table_privilege(who, c.oid, 'select')`),
    ).toEqual([])
  })

  it('lets Storage alone delete the rows of files', async () => {
    const asked = "perform set_config('storage.allow_delete_query', 'false', true)"
    const gone = fixture.db.as(null, `do $$ begin ${asked}; delete from storage.objects; end $$`)
    await expect(gone).rejects.toMatchObject({ code: '42501', message: /Use the Storage API/ })
  })

  it('has no function that changes or deletes all rows of a table, which it refuses of people', async () => {
    const planted = 'private.without_where() returns void language sql as'
    await fixture.db.sql(
      `create function ${planted} $$ delete from public.audit_log using (select 1 where true) x $$`,
    )
    const functions = await fixture.db.sql<{ name: string; body: string }>(
      `select proname::text as name, prosrc as body from pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    )
    expect(functions.filter(({ body }) => changesAll(body)).map(({ name }) => name)).toEqual([
      'without_where',
    ])
    await fixture.db.sql('drop function private.without_where')
  })
})

const CHANGE = /\bdelete\s+from\b|\bupdate\s+[\w.]+(\s+(as\s+)?\w+)?\s+set\b/i

/** Tells whether a function has an UPDATE or DELETE without WHERE. */
function changesAll(body: string): boolean {
  const isUnbounded = (statement: string) => CHANGE.test(statement) && !/\bwhere\b/i.test(statement)
  let rest = body.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, "''")
  // Innermost parentheses come first: the WHERE of a subquery is none of the statement around it.
  for (let inner = INNER.exec(rest); inner; inner = INNER.exec(rest)) {
    if (isUnbounded(inner[1]!)) return true
    rest = rest.replace(INNER, ' ')
  }
  return rest.split(';').some(isUnbounded)
}

const INNER = /\(([^()]*)\)/
