import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, expect, inject, it } from 'vitest'
import { backup } from '../../../scripts/backup/backup.ts'
import { restore } from '../../../scripts/backup/restore.ts'
import { readEnv } from '../../../server/env.ts'
import { testFixture } from '../../support/fixture.ts'
import { trade } from '../../support/trade.ts'

const fixture = testFixture()
const t = trade(fixture)
const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-backup-'))
const at = (name: string) => path.join(shelf, name)
const copy = `restored_${process.pid}`
const server = postgres(`${inject('postgres')}/postgres`, { max: 1, onnotice: () => {} })
const urlOf = (database: string) => `${inject('postgres')}/${database}`
const env = (folder: string, database: string) =>
  readEnv({ KALAKAL_DATA_DIR: at(folder), DATABASE_URL: database })

afterAll(async () => {
  await server.unsafe(`drop database if exists ${copy} with (force)`)
  await server.end()
  rmSync(shelf, { recursive: true, force: true })
})

it('a PostgreSQL of its own is restored row by row, its guards with it', async () => {
  await t.product('10.00', 100)
  mkdirSync(path.join(at('data'), 'storage/logos'), { recursive: true })
  writeFileSync(path.join(at('data'), 'secrets.json'), '{}')
  writeFileSync(path.join(at('data'), 'storage/logos/one.png'), 'a picture')
  const made = await backup(env('data', fixture.db.url!), at('kept'))
  expect(made.files).toHaveProperty(['storage/logos/one.png'])
  await expect(restore(env('new', fixture.db.url!), at('kept'))).rejects.toThrow('not empty')

  await server.unsafe(`create database ${copy}`)
  const again = await restore(env('new', urlOf(copy)), at('kept'))
  expect(again.rows).toEqual(made.rows)
  // Lists the privileges: a dump could lose them without changing a row.
  const guards = async (sql: postgres.Sql) =>
    sql.unsafe(
      `select (select count(*) from pg_policies) as policies,
         (select count(*) from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)) as functions,
         (select count(*) from pg_class where relforcerowsecurity) as forced,
         (select count(*) from pg_trigger where not tgisinternal) as triggers,
         (select md5(string_agg(line, ',' order by line)) from (select concat_ws(' ', grantee, table_schema, table_name, privilege_type) as line from information_schema.role_table_grants
            where grantee in ('anon', 'authenticated', 'service_role')) g) as tables,
         (select md5(string_agg(oid::regprocedure || coalesce(proacl::text, ''), ' ' order by oid::regprocedure::text))
            from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)) as calls`,
    )
  const [before, after] = [
    postgres(fixture.db.url!, { max: 1, onnotice: () => {} }),
    postgres(urlOf(copy), { max: 1, onnotice: () => {} }),
  ]
  try {
    expect(await guards(after)).toEqual(await guards(before))
    const [product] = await after.unsafe('select count(*)::int as count from public.products')
    expect(product!.count).toBeGreaterThan(0)
  } finally {
    await before.end()
    await after.end()
  }
})
