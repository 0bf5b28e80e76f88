import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { copyTemplate } from '../../scripts/verify/test-databases.ts'
import { migrationFiles } from '../../server/embedded-supabase/database/migrations.ts'
import { asOwner, freePort } from '../../tools/cluster.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer, spawnServer } from '../../tools/server-process.ts'
import { type Gateway, startGateway } from '../support/hosted/gateway.ts'
import { makeKeys } from '../support/hosted/keys.ts'

const hosted = inject('hosted')!
const demo = inject('demo')!
const name = `migrations_${randomUUID().slice(0, 8)}`
const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-migrations-'))
const files = migrationFiles('supabase/migrations')
const newest = files.at(-1)!
const version = newest.split('_')[0]!
let gateway: Gateway
let owner: postgres.Sql

beforeAll(async () => {
  cpSync(demo.files, folder, { recursive: true })
  const database = await copyTemplate(demo.cluster, demo.database, name)
  const keys = await makeKeys(hosted.key)
  gateway = await startGateway({ database, postgrest: hosted.postgrest, keys, folder })
  owner = postgres(database, { max: 1, onnotice: () => {} })
}, 90_000)
afterAll(async () => {
  await owner?.end()
  await gateway?.stop()
  await asOwner(demo.cluster, `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the web server, which must end on its own, and returns what it said. */
async function refusal(): Promise<string> {
  const { child, ended, output } = spawnServer(folder, await freePort(), gateway.env)
  const late = setTimeout(() => child.kill(), 30_000)
  const code = await ended
  clearTimeout(late)
  expect([code, output()]).toEqual([1, expect.any(String)])
  return output()
}

const health = async (origin: string) => {
  const answer = await fetch(`${origin}/health`)
  return { code: answer.status, ...((await answer.json()) as Record<string, unknown>) }
}

it('a project with the migrations of this version is served, and tells them', async () => {
  const web = await openServer(folder, gateway.env)
  const all = { migrations: files.length, latest: version }
  expect(await health(web.origin)).toMatchObject({ code: 200, status: 'ok', ...all, pending: 0 })
  const admin = await HttpClient.signedIn(web.origin, 'admin@demo.test')
  const page = await (await admin.get('/admin-system')).text()
  expect(page).toContain(`Applied migrations (${files.length})`)
  expect(page).toContain(version)
  // A project that loses a migration later is not served any more.
  await owner`delete from supabase_migrations.schema_migrations where version = ${version}`
  expect(await health(web.origin)).toMatchObject({ code: 503, pending: 1 })
  expect(await (await admin.get('/admin-system')).text()).toContain('Run npx supabase db push.')
  expect(web.output()).not.toContain('are not compared')
  expect(await web.stop()).toBe(0)

  expect(await refusal()).toBe(
    `The Supabase project lacks 1 migration of this version, from ${newest} on. Run npx supabase db push, then start again: docs/operations.md, "Upgrades".\n`,
  )
})

it('a project that is newer or has others is refused with what to do', async () => {
  const own = /^\d+_(.+)\.sql$/.exec(newest)![1]!
  await owner`insert into supabase_migrations.schema_migrations (version, name) values (${version}, 'another')`
  expect(await refusal()).toContain(`Migration ${newest} is not the one that was applied`)
  await owner`update supabase_migrations.schema_migrations set name = ${own} where version = ${version}`
  await owner`insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'later')`
  const said = await refusal()
  expect(said).toContain('The database is newer than this program: it has migration 29990101000000')
  expect(said).toContain('Start the newer version')
  await owner`delete from supabase_migrations.schema_migrations where version = '29990101000000'`
})

it('a project of version 1.2.0 is told how its history is repaired', async () => {
  await owner`alter table supabase_migrations.schema_migrations rename to kept`
  await owner`create table supabase_migrations.schema_migrations as
    select case n when 122 then '20261127154000' else (20260100999999 + n)::text end as version, 'one' as name
    from generate_series(1, 122) n`
  expect(await refusal()).toContain(
    `Run npx supabase migration repair --status reverted, then npx supabase migration repair --status applied ${files[0]!.split('_')[0]}, then npx supabase db push`,
  )
  await owner`drop table supabase_migrations.schema_migrations`
  await owner`alter table supabase_migrations.kept rename to schema_migrations`
})

it('a project of before the function that tells its migrations lacks them', async () => {
  await owner`alter function public.recorded_migrations() rename to told_no_more`
  await gateway.restart()
  expect(await refusal()).toContain(
    `The Supabase project lacks ${files.length} migrations of this version, from ${files[0]} on.`,
  )
  await owner`alter function public.told_no_more() rename to recorded_migrations`
  // Nothing that records them: a database that was filled by hand, say.
  await owner`alter table supabase_migrations.schema_migrations rename to elsewhere`
  await gateway.restart()
  expect(await refusal()).toContain('Run npx supabase db push')
  await owner`alter table supabase_migrations.elsewhere rename to schema_migrations`
})

it('a project that does not answer keeps no server from its start, which says so in the log', async () => {
  const web = await openServer(folder, { ...gateway.env, SUPABASE_URL: 'http://127.0.0.1:1' })
  expect(web.output()).toContain('project does not answer: its migrations are not compared')
  expect(await health(web.origin)).toMatchObject({ code: 503, database: false })
  expect(await web.stop()).toBe(0)
})
