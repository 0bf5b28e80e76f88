import { describe, expect, inject, it } from 'vitest'
import {
  LONG_FUNCTIONS,
  LONG_STATEMENT_MS,
} from '../../server/embedded-supabase/database/call-context.ts'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()
const names = async (text: string) =>
  (await fixture.db.sql<{ name: string }>(text)).map((row) => row.name)

/** The gate that every later migration passes: read from the catalogue, never from a list. */
describe('the catalogue', () => {
  it('has tables at all', async () => {
    expect(
      (await names("select tablename as name from pg_tables where schemaname = 'public'")).length,
    ).toBeGreaterThan(10)
  })

  it('enables and forces row-level security on every table', async () => {
    expect(
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not (relrowsecurity and relforcerowsecurity)`),
    ).toEqual([])
  })

  it('has policies for signed-in people alone, one per table and verb, helpers evaluated once', async () => {
    expect(
      await names(`select tablename || ' ' || policyname as name from pg_policies where schemaname = 'public'
        and (roles <> '{authenticated}' or cmd = 'ALL' or permissive <> 'PERMISSIVE')`),
    ).toEqual([])
    expect(
      await names(
        `select tablename || ' ' || cmd as name from pg_policies where schemaname = 'public' group by tablename, cmd having count(*) > 1`,
      ),
    ).toEqual([])
    expect(
      await names(
        `with policies as (
          select tablename || ' ' || policyname as name, coalesce(qual, '') || coalesce(with_check, '') as rule
          from pg_policies where schemaname = 'public'
        ), rules as (
          select * from policies
          union all
          select v.viewname, v.definition from pg_views v where v.schemaname = 'private'
            and exists (select from policies p where p.rule like '%private.' || v.viewname || ' %')
        )
        select name from rules
        where regexp_count(rule, '(private\\.\\w+\\(|auth\\.uid)') <> regexp_count(rule, 'SELECT (\\(?private\\.|auth\\.uid)')`.replace(
          /regexp_count\(rule, ('[^']+')\)/g,
          "(select count(*) from regexp_matches(rule, $1, 'g'))",
        ),
      ),
    ).toEqual([])
    expect(
      await names(`select tablename || ' ' || policyname as name from pg_policies where schemaname = 'public'
        and ((cmd in ('INSERT', 'UPDATE') and with_check is null) or (cmd <> 'INSERT' and qual is null))`),
    ).toEqual([])
  })

  it('has no function that reads or sets what PostgREST tells it of a request: the embedded server does not', async () => {
    expect(
      await names(`select proname as name from pg_proc where pronamespace = any (array['public', 'private']::regnamespace[])
        and prosrc ~ '(request\\.(method|path|headers|cookies)|response\\.(status|headers))'`),
    ).toEqual([])
  })

  it('has no function that takes a time zone as it is stored: it may be unknown here', async () => {
    expect(
      await names(`select proname as name from pg_proc where pronamespace = any (array['public', 'private']::regnamespace[])
        and prosrc ~ 'at time zone [^,;]*\\mtime_zone\\M'`),
    ).toEqual([])
  })

  it('has no command in SQL, which PostgreSQL plans again at each call; an import takes longer than its plan', async () => {
    expect(
      await names(`select p.proname as name from pg_proc p join pg_language l on l.oid = p.prolang
        where p.pronamespace = 'public'::regnamespace and 'p_idempotency_key' = any (p.proargnames)
          and p.provolatile = 'v' and l.lanname = 'sql' and p.proname !~ '^(import_|undo_import$)'`),
    ).toEqual([])
  })

  it('gives a time of its own to the functions of imports and jobs, which the embedded server knows by name', async () => {
    const own = await fixture.db.sql<{ name: string; setting: string }>(
      `select p.proname as name, c as setting from pg_proc p cross join unnest(p.proconfig) c
       where p.pronamespace = 'public'::regnamespace and c like 'statement_timeout=%'`,
    )
    expect(own.length).toBeGreaterThan(10)
    expect(own.filter(({ name }) => !LONG_FUNCTIONS.test(`/rest/v1/rpc/${name}`))).toEqual([])
    expect([...new Set(own.map(({ setting }) => setting))]).toEqual([
      `statement_timeout=${LONG_STATEMENT_MS / 1000}s`,
    ])
    const imports = await names(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and proname ~ '^(import_|undo_import$|create_sample$|run_job$|mailed_report$)'`,
    )
    expect(own.map(({ name }) => name).sort()).toEqual(imports.sort())
  })

  it('grants the API roles no TRUNCATE, REFERENCES or TRIGGER, no table of private, and anonymous people nothing', async () => {
    // A view with the caller's rights shows what the caller may read anyway.
    expect(
      await names(`select grantee || ' ' || privilege_type || ' ' || table_name as name from information_schema.role_table_grants
        where table_schema in ('public', 'private') and (grantee in ('anon', 'PUBLIC', 'service_role')
          or (grantee = 'authenticated' and (privilege_type in ('TRUNCATE', 'REFERENCES', 'TRIGGER') or (table_schema = 'private'
            and not exists (select from pg_class c where c.oid = format('private.%I', table_name)::regclass and c.relkind = 'v'
              and c.reloptions @> array['security_invoker=true'] and privilege_type = 'SELECT')))))`),
    ).toEqual([])
  })

  it('opens the sealed month of each entry of a ledger, which refuses closed days', async () => {
    const having = (trigger: string) =>
      names(`select tgrelid::regclass::text as name from pg_trigger where tgname = '${trigger}'`)
    const ledgers = await having('expect_open')
    expect(ledgers.length).toBeGreaterThan(3)
    expect(await having('open_months')).toEqual(expect.arrayContaining(ledgers))
  })

  it('lets nobody anonymous execute a function', async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and has_function_privilege('anon', p.oid, 'execute')`),
    ).toEqual([])
  })

  it('keeps security definer functions in private, with a pinned search path', async () => {
    expect(
      await names(`select p.oid::regprocedure::text as name from pg_proc p
        where (p.pronamespace = 'public'::regnamespace and p.prosecdef)
           or (p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
               -- A body resolved at creation needs none, but runs with the caller's rights.
               and (p.prosqlbody is null or p.prosecdef)
               and not coalesce(p.proconfig @> array['search_path=""'], false))`),
    ).toEqual([])
  })

  it('ties tenant rows together by (project_id, id)', async () => {
    expect(
      await names(`select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
        where c.contype = 'f' and c.connamespace = 'public'::regnamespace
          and exists (select from pg_attribute where attrelid = c.conrelid and attname = 'project_id' and not attisdropped)
          and exists (select from pg_attribute where attrelid = c.confrelid and attname = 'project_id' and not attisdropped)
          and not (select array_agg(attname::text) from pg_attribute where attrelid = c.conrelid and attnum = any (c.conkey)) @> array['project_id']`),
    ).toEqual([])
  })

  it('leads every key of a tenant table by its project', async () => {
    expect(
      await names(`select i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
        join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'project_id' and a.attnotnull
        where t.relnamespace = 'public'::regnamespace and i.indisunique and i.indkey[0] <> a.attnum`),
    ).toEqual([])
  })

  it('has an index for every foreign key', async () => {
    expect(
      await names(`select c.conrelid::regclass || ' ' || c.conname as name from pg_constraint c
        where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'private'::regnamespace)
          and not exists (select from pg_index i where i.indrelid = c.conrelid
            and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`),
    ).toEqual([])
  })

  it('has no floating point column and no view that escapes row-level security', async () => {
    expect(
      await names(`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema in ('public', 'private') and data_type in ('real', 'double precision', 'money')`),
    ).toEqual([])
    expect(
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
        and not coalesce(reloptions @> array['security_invoker=true'], false)`),
    ).toEqual([])
  })

  it('refuses TRUNCATE and a change of project by trigger, on every table', async () => {
    expect(
      await names(`select t.relname as name from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
        and not exists (select from pg_trigger g where g.tgrelid = t.oid and g.tgname = 'refuse_truncate' and g.tgtype = 34
            and g.tgfoid = 'private.refuse_change'::regproc)`),
    ).toEqual([])
    expect(
      await names(`select t.relname as name from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
        and exists (select from pg_attribute where attrelid = t.oid and attname = 'project_id')
        and not exists (select from pg_trigger g where g.tgrelid = t.oid and g.tgfoid = 'private.refuse_change'::regproc
          and (g.tgname = 'keep_project' and pg_get_triggerdef(g.oid) ~ 'WHEN \\(\\(new.project_id <> old.project_id\\)\\)' or g.tgname = 'append_only'))`),
    ).toEqual([])
  })

  it('forbids every write into a view, instead of failing at it', async () => {
    const views = await names(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'",
    )
    expect(views).toContain('linked_purchases')
    for (const view of views)
      for (const write of [
        `insert into public.${view} default values`,
        `update public.${view} set project_id = project_id`,
        `delete from public.${view}`,
      ])
        for (const user of [fixture.role.Owner, fixture.stranger, null])
          await expect(fixture.db.as(user, write), write).rejects.toMatchObject({ code: '42501' })
  })

  it('says what each table and each public function is for', async () => {
    expect(
      await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and obj_description(oid) is null
        union all select p.proname from pg_proc p where p.pronamespace = 'public'::regnamespace and obj_description(p.oid, 'pg_proc') is null`),
    ).toEqual([])
  })

  it('keeps PostgreSQL from compiling queries, which costs more than running them', async () => {
    // The databases of these tests are copies, and a copy has the rows of its template, not its settings.
    const database = fixture.db.engine === 'postgres' ? inject('template') : 'postgres'
    expect(
      await names(`select unnest(setconfig) as name from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
        where s.setrole = 0 and d.datname = '${database}'`),
    ).toContain('jit=off')
  })
})
