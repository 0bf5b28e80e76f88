import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  applyMigrations,
  type Migration,
  migrationOf,
  pendingMigrations,
  readMigrations,
} from '../../../server/embedded-supabase/database/migrations.ts'
import { type OwnerSql, postgresSql } from '../../../server/embedded-supabase/database/owner-sql.ts'
import { testFixture } from '../../support/fixture.ts'

const fixture = testFixture()
const files = readMigrations('supabase/migrations')
const baseline = files[0]!
const delta = (number: number, text: string) =>
  migrationOf(`2999010100000${number}_delta.sql`, text)

let driver: postgres.Sql
let sql: OwnerSql
beforeAll(() => {
  driver = postgres(fixture.db.url!, { max: 3, onnotice: () => {} })
  sql = postgresSql(driver)
})
afterAll(() => driver?.end())

const recorded = (version: string) =>
  driver`select name, hash, program, statements from supabase_migrations.schema_migrations where version = ${version}`
const refusal = (migrations: readonly Migration[]) =>
  pendingMigrations(sql, migrations).then(
    () => 'accepted',
    (error: Error) => error.message,
  )

describe('a database that has the migrations', () => {
  it('has nothing pending, whether the program or the Supabase CLI applied them', async () => {
    expect(await pendingMigrations(sql, files)).toEqual({ pending: [], empty: false })
  })

  it('is refused when a file has changed since, by one word or one statement', async () => {
    const { file, text } = baseline
    for (const changed of [
      text.replace('create table', 'create  table if not exists'),
      `${text}\nselect 1;\n`,
    ])
      expect(await refusal(files.with(0, migrationOf(file, changed)))).toContain(
        `Migration ${file} is not the one that was applied`,
      )
  })

  it('is refused when it was made before version 1.0, and a program without migrations too', async () => {
    expect(await refusal([])).toContain('has no migration. Install the program again, whole')
    await driver`update supabase_migrations.schema_migrations set version = '20260101000100' where version = ${baseline.version}`
    expect(await refusal(files)).toContain('The database was made before version 1.0')
    await driver`update supabase_migrations.schema_migrations set version = ${baseline.version} where version = '20260101000100'`
  })

  it('is refused when a file is missing, or comes between those that are applied', async () => {
    const [first, second] = [delta(8, 'select 1;'), delta(9, 'select 2;')]
    await applyMigrations(sql, [second])
    expect(await refusal([...files, delta(7, 'select 0;'), second])).toContain(
      `is older than ${second.version}`,
    )
    await applyMigrations(sql, [first])
    expect(await refusal([...files, second])).toContain(
      `Migration ${first.version}_${first.name}, applied to this database`,
    )
    for (const { version } of [first, second])
      await driver`delete from supabase_migrations.schema_migrations where version = ${version}`
  })
})

describe('an upgrade', () => {
  it('applies what is new, records it with hash and statements, and is done once', async () => {
    const note = delta(1, "alter table public.payees add column note text default 'it''s';\n")
    const { pending, empty } = await pendingMigrations(sql, [...files, note])
    expect([pending.map(({ file }) => file), empty]).toEqual([[note.file], false])
    const begun: unknown[] = []
    await applyMigrations(sql, pending, { begin: (...step) => begun.push(step) })
    expect(begun).toEqual([[note.file, 1, 1]])
    expect(await recorded(note.version)).toMatchObject([
      { name: 'delta', hash: note.hash, program: expect.any(String), statements: [note.text] },
    ])
    expect((await pendingMigrations(sql, [...files, note])).pending).toEqual([])
    // A second server that began at the same time finds it done.
    await applyMigrations(sql, pending)
    expect(await refusal(files)).toMatch(
      /^The database is newer than this program: it has migration 29990101000001, applied by version \d/,
    )
    await driver`delete from supabase_migrations.schema_migrations where version = ${note.version}`
  })

  it('is whole or not at all: a migration that fails leaves nothing, and is named', async () => {
    const broken = delta(2, 'create table public.half (id int);\nselect 1 / 0;\n')
    await expect(applyMigrations(sql, [broken])).rejects.toThrow(
      `Migration ${broken.file} failed: division by zero`,
    )
    expect(await driver`select to_regclass('public.half') as half`).toEqual([{ half: null }])
    expect(await recorded(broken.version)).toEqual([])
  })

  it('waits for a lock only so long, and says what to do', async () => {
    const locked = delta(3, 'alter table public.payees add column locked int;\n')
    const held = await driver.reserve()
    await held`begin`
    await held`lock table public.payees in access share mode`
    try {
      await expect(applyMigrations(sql, [locked], { lockMs: 200 })).rejects.toThrow(
        'Stop whatever else uses the database',
      )
    } finally {
      await held`rollback`
      held.release()
    }
    await applyMigrations(sql, [locked], { lockMs: 200 })
    expect(await recorded(locked.version)).toHaveLength(1)
  })

  it('runs statements that refuse a transaction outside of one, without the time limit of requests', async () => {
    const text = `-- An index; cut off, it would be there and invalid.
drop index concurrently if exists public.payees_by_name_note;
create index concurrently payees_by_name_note on public.payees (fname);
`
    await expect(applyMigrations(sql, [delta(4, text)])).rejects.toThrow('transaction block')
    const limited = postgres(fixture.db.url!, {
      onnotice: () => {},
      connection: { statement_timeout: 50 },
    })
    try {
      const slow = `do $$ begin
  perform pg_sleep(0.3);
end $$;
`
      const outside = delta(4, `-- no transaction\n${text}${slow}`)
      await applyMigrations(postgresSql(limited), [outside])
      expect(await recorded(outside.version)).toMatchObject([{ hash: outside.hash }])
      expect(
        await driver`select indisvalid from pg_index where indexrelid = 'public.payees_by_name_note'::regclass`,
      ).toEqual([{ indisvalid: true }])
      const broken = delta(5, '-- no transaction\nselect 1;\nselect 1 / 0;\n')
      await expect(applyMigrations(postgresSql(limited), [broken])).rejects.toThrow(
        'division by zero',
      )
      expect(await recorded(broken.version)).toEqual([])
    } finally {
      await limited.end()
    }
  })
})
