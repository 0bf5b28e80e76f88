import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { restoreDatabase } from '../../../scripts/backup/postgres.ts'
import { DEMO_ID } from '../../../scripts/demo/people.ts'
import { demoOf } from '../../../scripts/release/kept-versions.ts'
import { pinnedFunctions } from '../../../scripts/release/migration.ts'
import { difference } from '../../../scripts/schema/difference.ts'
import { prepareRoles } from '../../../server/embedded-supabase/database/database.ts'
import {
  type OwnerSql,
  openOwnerSql,
  withOwnerSql,
} from '../../../server/embedded-supabase/database/owner-sql.ts'
import { type Program, readProgram } from '../../../server/embedded-supabase/database/program.ts'
import {
  bringUpToDate,
  inspectDatabase,
  installDatabase,
} from '../../../server/embedded-supabase/database/upgrade.ts'
import { createDatabaseAnew } from '../../../tools/cluster.ts'
import { runOnPostgres } from '../../../tools/migrated.ts'
import { mendDoubles, plantDoubles } from '../../support/doubles.ts'
import { testFixture } from '../../support/fixture.ts'
import { laterThan, markReleasedOn, releasedFolder } from '../../support/released.ts'
import { NIGHTLY } from '../../support/rounds.ts'

const fixture = testFixture()
const cluster = inject('postgres')!
let released: Program
let driver: postgres.Sql
let sql: OwnerSql & { close(): Promise<void> }

beforeAll(async () => {
  released = readProgram(await releasedFolder())
  driver = postgres(fixture.db.url!, { max: 4, onnotice: () => {} })
  sql = openOwnerSql(fixture.db.url!)
  // The template may be of an unreleased state.
  await markReleasedOn((script) => driver.unsafe(script))
}, 120_000)
afterAll(() => Promise.all([driver?.end(), sql?.close()]))

const pools: pg.Pool[] = []
const poolOf = (connectionString: string) => {
  const pool = new pg.Pool({ connectionString, max: 1 })
  // A later test makes a database of the same name anew.
  pool.on('error', () => {})
  pools.push(pool)
  return pool
}
afterAll(() => Promise.all(pools.map((pool) => pool.end())))

/** Rows that belong to the program. */
const ROWS = `select (select jsonb_agg(r order by r.role) from private.roles r) as roles,
  (select jsonb_agg(r order by r.role, r.permission) from private.role_permissions r) as permissions,
  (select jsonb_agg(r order by r.kind) from private.import_kinds r) as kinds,
  (select jsonb_agg(r order by r.kind) from private.document_kinds r) as documents,
  (select jsonb_agg(jsonb_build_array(r.kind, r.name, r.hash, r.position) order by r.position) from private.code_objects r) as code`

/** A new database of a program's declared state. */
async function newDatabase(program: Program, name: string): Promise<string> {
  const url = await createDatabaseAnew(cluster, name)
  await runOnPostgres(url, '')
  await withOwnerSql(url, async (each) => {
    await inspectDatabase(each, program)
    await installDatabase(each, program)
  })
  return url
}

/** Returns the differences between the schemas of two databases; the rows of the program must be the same. */
async function differences(one: string, other: string): Promise<unknown> {
  const [from, to] = [poolOf(one), poolOf(other)]
  // The record of migrations is no part of the state, and "known" is made of the rest.
  for (const each of [from, to])
    await each.query('drop schema if exists supabase_migrations, known cascade')
  const steps = (await difference(from, to)).map((step) => step.sql)
  const [was, is] = await Promise.all([from.query(ROWS), to.query(ROWS)])
  expect(was.rows).toEqual(is.rows)
  return steps
}

const FIGURES = `select
  (select sum(total) from public.bookings) as booked, (select sum(balance) from public.bookings) as owed,
  (select sum(amount) from public.sales_entries) as sold, (select sum(amount) from public.receivable_entries) as receivable,
  (select sum(amount) from public.money_entries) as money, (select sum(amount) from public.collections) as received,
  (select sum(on_hand) from public.inventory) as stock, (select count(*) from public.audit_log) as trail`

const ROW_COUNTS = `select ${[
  'bookings',
  'collections',
  'remittances',
  'deposit_slips',
  'products',
  'customers',
  'purchases',
]
  .map((table) => `(select count(*) from public.${table}) as ${table}`)
  .join(', ')}`

describe('a database of version 1.2.0', () => {
  it('becomes the declared state by one upgrade, with the same figures, and what is wrong in its books is said', {
    timeout: 240_000,
  }, async () => {
    const url = await createDatabaseAnew(cluster, 'kalakal_of_120')
    await withOwnerSql(url, prepareRoles)
    await restoreDatabase(url, demoOf('1.2.0'))
    await withOwnerSql(url, async (each) => {
      await plantDoubles(each, DEMO_ID)
      const [[before], rows] = [await each.query(FIGURES), await each.query(ROW_COUNTS)]
      expect(await inspectDatabase(each, released)).toMatchObject({ kind: 'older' })
      await bringUpToDate(each, released)
      expect(await inspectDatabase(each, released)).toEqual({ kind: 'current' })
      expect(await each.query(FIGURES)).toEqual([before])
      expect(await each.query(ROW_COUNTS)).toEqual(rows)
      const wrong = async () =>
        (
          await each.query<{ found: string }>(
            `select check_key || ' ' || kind as found from private.book_check_violations(array(select id from public.projects)) order by 1`,
          )
        ).map(({ found }) => found)
      // Version 1.2.0 let goods leave before they came, which is said and left as it is.
      const days = ['stock.days product', 'stock.days product']
      const kinds = [
        'booking',
        'collection',
        'collection',
        'customer',
        'deposit',
        'product',
        'remittance',
      ]
      expect(await wrong()).toEqual([...kinds.map((kind) => `numbers.doubles ${kind}`), ...days])
      expect(
        await each.query(
          `select s.name, count(*)::int as purchases from public.suppliers s join public.purchases p on p.supplier_id = s.id
           where s.name ilike '%twin%trading%' group by s.name`,
        ),
      ).toEqual([{ name: expect.stringMatching(/^twin\s+trading/i), purchases: 3 }])
      await mendDoubles(each, DEMO_ID)
      expect(await wrong()).toEqual(days)
      expect(
        await each.query('select version from supabase_migrations.schema_migrations order by 1'),
      ).toEqual(released.migrations.map(({ version }) => ({ version })))
    })
    expect(await differences(url, await newDatabase(released, 'kalakal_new'))).toEqual([])
  })

  // The suite hosted pushes the file to a project in every run.
  it.runIf(NIGHTLY)(
    'becomes it by the file of the Supabase CLI too, which leaves a new database as it is',
    {
      timeout: 240_000,
    },
    async () => {
      const [baseline, ...more] = released.migrations.map(({ text }) => text)
      const [upgraded, fresh] = [
        await createDatabaseAnew(cluster, 'kalakal_pushed'),
        await createDatabaseAnew(cluster, 'kalakal_pushed_new'),
      ]
      await withOwnerSql(upgraded, prepareRoles)
      await restoreDatabase(upgraded, demoOf('1.2.0'))
      await runOnPostgres(fresh, baseline!)
      for (const text of more) {
        await withOwnerSql(upgraded, (each) => each.alone([text]))
        await withOwnerSql(fresh, (each) => each.alone([text]))
      }
      expect(await differences(upgraded, fresh)).toEqual([])
      expect(await differences(fresh, await newDatabase(released, 'kalakal_new'))).toEqual([])
    },
  )
})

it('an empty database is made once by two servers that start at the same moment', async () => {
  const url = await createDatabaseAnew(cluster, 'kalakal_of_two')
  await withOwnerSql(url, async (own) => {
    await runOnPostgres(url, '')
    await Promise.all([bringUpToDate(own, released), bringUpToDate(own, released)])
    expect(await inspectDatabase(own, released)).toEqual({ kind: 'current' })
  })
})

const refusal = (program: Program) =>
  inspectDatabase(sql, program).then(
    ({ kind }) => kind,
    (error: Error) => error.message,
  )

describe('a start', () => {
  it('finds nothing to do on a database of its own state', async () => {
    expect(await refusal(released)).toBe('current')
  })

  it('names the stop at version 1.2.0 to a database of an earlier version', async () => {
    await driver`create table public.records as select version from supabase_migrations.schema_migrations`
    await driver`update supabase_migrations.schema_migrations set version = '20260101000000' where version = ${released.migrations[0]!.version}`
    expect(await refusal(released)).toContain(
      'Install version 1.2.0 and start it once on this database',
    )
    await driver`update supabase_migrations.schema_migrations set version = ${released.migrations[0]!.version} where version = '20260101000000'`
    await driver`drop table public.records`
  })

  it('refuses a changed, a missing and a later migration, and a program without any', async () => {
    const [first, ...others] = released.migrations
    expect(await refusal({ ...released, migrations: [] })).toContain('has no migration')
    expect(
      await refusal({ ...released, migrations: [{ ...first!, hash: 'other' }, ...others] }),
    ).toContain(`Migration ${first!.file} is not the one that was applied`)
    expect(await refusal({ ...released, migrations: released.migrations.slice(0, -1) })).toContain(
      'The database is newer than this program',
    )
  })

  it('opens what an unreleased state made with that state alone', async () => {
    await driver`update private.installed_state set is_released = false, state = 'abc'`
    expect(await refusal(released)).toContain('was made by an unreleased state')
    await driver`update private.installed_state set state = ${released.declared.hash}`
    expect(await refusal(released)).toBe('current')
    await driver`update private.installed_state set is_released = true`
    const unreleased = { ...laterThan(released, {}), isReleased: false }
    expect(await refusal(unreleased)).toContain('this program is an unreleased state after it')
  })
})

const oidOf = async (name: string) =>
  (await driver`select ${name}::regproc::oid::text as oid`)[0]!.oid as string

describe('an upgrade', () => {
  it('replaces what has changed with what depends on it, drops what is gone, and leaves the rest', async () => {
    const code = (script: string) =>
      `${script
        // Another result: its caller by a resolved body is made again.
        .replace('comment on view private.later_names', 'comment on view private.later_names')}
create or replace function private.later_base(p int, q int default 0) returns bigint language sql immutable return p + q;
create or replace view private.later_view with (security_invoker = true) as select private.later_base(1) as n;
comment on view private.later_view is 'A view of the next version.';
create or replace function private.later_rows() returns setof private.later_view language sql stable set search_path = '' as $$
  select * from private.later_view $$;
grant execute on function private.later_base(int, int), private.later_rows() to authenticated;
create or replace function private.later_answer(p_of int) returns bigint language sql stable security definer set search_path = '' as $$
  select n + p_of from private.later_view $$;
select private.expose('later_answer');
comment on function public.later_answer is 'An answer of the API.';
create table if not exists private.later_kinds (kind text primary key, name text);
insert into private.later_kinds (kind, name) values ('a', 'A'), ('b', 'B');
create policy later_all on public.payees for select to authenticated using (private.later_base(1) = 2);
`
    const tables = 'create table private.later_kinds (kind text primary key, name text);'
    const first = laterThan(released, { tables, code })
    await bringUpToDate(sql, first)
    const [kept, base] = [await oidOf('private.sort_key'), await oidOf('private.later_base')]
    expect(await driver`select * from private.later_rows()`).toEqual([{ n: '1' }])
    expect(
      await driver`select has_function_privilege('authenticated', 'private.later_rows()', 'execute') as may`,
    ).toEqual([{ may: true }])
    expect(await driver`select public.later_answer(p_of => 1) as n`).toEqual([{ n: '2' }])

    const second = laterThan(first, {
      number: 2,
      code: (script) =>
        script
          .replace(/q int default 0\) returns bigint/, 'q int default 5) returns numeric')
          .replace("('a', 'A'), ('b', 'B')", "('a', 'First'), ('c', 'C')")
          .replace(/^create policy later_all.*$/m, '')
          .replace('later_answer(p_of int) returns', 'later_answer(p_to int) returns')
          .replace('n + p_of', 'n + p_to')
          // The generated schema "known" depends on it.
          .replace(
            'private.known_at() returns timestamptz',
            'private.known_at() returns timestamp with time zone',
          )
          .replace(
            'private.later_base(int, int), private.later_rows() to',
            'private.later_base(int, int) to',
          ),
    })
    await bringUpToDate(sql, second)
    expect(await driver`select * from private.later_rows()`).toEqual([{ n: '6' }])
    expect(
      await driver`select public.later_answer(p_to => 1) as n, obj_description(p.oid) as is,
        has_function_privilege('authenticated', p.oid, 'execute') as may
        from pg_proc p where p.proname = 'later_answer' and p.pronamespace = 'public'::regnamespace`,
    ).toEqual([{ n: '7', is: 'An answer of the API.', may: true }])
    expect(await driver`select * from private.later_kinds order by 1`).toEqual([
      { kind: 'a', name: 'First' },
      { kind: 'c', name: 'C' },
    ])
    expect(await driver`select from pg_policy where polname = 'later_all'`).toHaveLength(0)
    expect(
      await driver`select obj_description('private.later_view'::regclass) as is,
        has_function_privilege('authenticated', 'private.later_rows()', 'execute') as may`,
    ).toEqual([{ is: 'A view of the next version.', may: false }])
    expect([await oidOf('private.sort_key'), await oidOf('private.later_base')]).toEqual([
      kept,
      expect.not.stringMatching(`^${base}$`),
    ])
    released = second
  })

  it('is whole or not at all: one that fails leaves nothing, and is named', async () => {
    const broken = laterThan(released, {
      number: 3,
      tables: 'create table public.half (id int);\nselect 1 / 0;',
    })
    await expect(bringUpToDate(sql, broken)).rejects.toThrow(
      'The upgrade by 29990101000003_later.sql failed: division by zero',
    )
    expect(await driver`select to_regclass('public.half') as half`).toEqual([{ half: null }])
    expect(await refusal(released)).toBe('current')
  })

  it('is refused where stored data depend on a function that would be dropped', async () => {
    const changed = laterThan(released, {
      number: 3,
      code: (script) =>
        script.replace(
          'function private.sort_key(p_text text) returns text',
          'function private.sort_key(p_text text, p_more text default null) returns text',
        ),
    })
    await expect(bringUpToDate(sql, changed)).rejects.toThrow('write a migration that drops it')
    expect(await refusal(released)).toBe('current')
  })

  it('waits for a lock only so long, tries again, and says what to do', async () => {
    const locked = laterThan(released, {
      number: 3,
      tables: 'alter table public.payees add column locked int;',
    })
    const held = await driver.reserve()
    await held`begin`
    await held`lock table public.payees in access share mode`
    const begun: string[] = []
    await expect(
      bringUpToDate(sql, locked, { lockMs: 100, tries: 2, begin: (step) => begun.push(step) }),
    ).rejects.toThrow('Stop whatever else uses the database')
    expect(begun).toEqual(Array(2).fill('applying 29990101000003_later.sql'))
    const tried = bringUpToDate(sql, locked, { lockMs: 100, tries: 20 })
    await held`rollback`
    held.release()
    await tried
    released = locked
    expect(await refusal(released)).toBe('current')
  })

  it('is done once by two servers that start at the same moment', async () => {
    const both = laterThan(released, { number: 4, tables: 'create table public.once (id int);' })
    await withOwnerSql(fixture.db.url!, (other) =>
      Promise.all([bringUpToDate(sql, both), bringUpToDate(other, both)]),
    )
    expect(await refusal(both)).toBe('current')
    released = both
  })

  it('refuses the requests of a server of the former version from then on', async () => {
    const ask = (state: string) => driver`select private.require_state(${state})`
    await ask(released.declared.hash)
    await expect(ask('of the former version')).rejects.toMatchObject({ code: '57P03' })
  })
})

it('stored data depend on these functions, which change only with what they are stored in', async () => {
  const pinned = await pinnedFunctions(poolOf(fixture.db.url!))
  expect(pinned.filter((name) => !/are_bounds_of|later/.test(name))).toMatchInlineSnapshot(`
    [
      "function private.are_short_texts",
      "function private.control_characters",
      "function private.default_settings",
      "function private.invoice_prefix",
      "function private.invoice_serial",
      "function private.invoice_series",
      "function private.line_amount",
      "function private.name_core",
      "function private.net_amount",
      "function private.new_id",
      "function private.number_parts",
      "function private.paper_key",
      "function private.refuse_check",
      "function private.search_text",
      "function private.sort_key",
      "function private.supplier_key",
      "function private.vat_in",
      "function private.with_vat",
    ]
  `)
})
