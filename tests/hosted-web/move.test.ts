import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { copyTemplate } from '../../scripts/verify/test-databases.ts'
import { asOwner, freePort } from '../../tools/cluster.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer, spawnServer } from '../../tools/server-process.ts'
import { type Gateway, startGateway } from '../support/hosted/gateway.ts'
import { makeKeys } from '../support/hosted/keys.ts'
import { MIGRATED } from '../support/hosted/project.ts'
import { grandTotalsOf, runMove } from '../support/move.ts'

/** A hosted project of this file: its database and the services over it. */
interface OwnProject {
  name: string
  database: string
  gateway: Gateway
  folder: string
}

const hosted = inject('hosted')!
const demo = inject('demo')!
const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-move-hosted-'))
const down = path.join(shelf, 'down')
let full: OwnProject
let empty: OwnProject

beforeAll(async () => {
  full = await project(demo.database)
  empty = await project(MIGRATED)
}, 90_000)
afterAll(async () => {
  for (const own of [full, empty]) {
    await own?.gateway.stop()
    if (own) await asOwner(demo.cluster, `drop database if exists ${own.name} with (force)`)
  }
  rmSync(shelf, { recursive: true, force: true })
})

async function project(template: string): Promise<OwnProject> {
  const name = `move_${randomUUID().slice(0, 8)}`
  const folder = path.join(shelf, name)
  if (template === MIGRATED) mkdirSync(folder)
  else cpSync(demo.files, folder, { recursive: true })
  const database = await copyTemplate(demo.cluster, template, name)
  const keys = await makeKeys(hosted.key)
  const gateway = await startGateway({ database, postgrest: hosted.postgrest, keys, folder })
  return { name, database, gateway, folder }
}

function move(
  args: string[],
  { gateway }: OwnProject,
  { key = true, until }: { key?: boolean; until?: string } = {},
) {
  const SUPABASE_SECRET_KEY = key ? gateway.env.SUPABASE_SECRET_KEY : undefined
  return runMove(args, { KALAKAL_DATA_DIR: down, SUPABASE_SECRET_KEY }, until)
}

async function peopleOf({ database }: OwnProject): Promise<number> {
  const driver = postgres(database, { max: 1, onnotice: () => {} })
  const [row] = await driver`select count(*)::int as people from auth.users`
  await driver.end()
  return row!.people as number
}

async function logoOf({ database }: OwnProject): Promise<string> {
  const driver = postgres(database, { max: 1, onnotice: () => {} })
  const [row] = await driver`select name from storage.objects where bucket_id = 'logos' limit 1`
  await driver.end()
  return `/logos/${row!.name as string}`
}

it('companies of a hosted project are copied into a folder, and move into another project', async () => {
  const web = await openServer(full.folder, full.gateway.env)
  const owner = await HttpClient.signedIn(web.origin, 'owner@demo.test')
  const figures = await grandTotalsOf(owner)
  expect(await web.stop()).toBe(0)

  const from = ['--from', full.database, '--to', down]
  expect((await move(from, full)).said).toContain('belongs to a Supabase: name the address')
  const api = ['--supabase', full.gateway.url]
  expect((await move([...from, ...api], full, { key: false })).said).toContain(
    'SUPABASE_SECRET_KEY its secret key',
  )
  const copied = await move([...from, ...api], full)
  expect(copied.said).toContain('Verify books finds nothing wrong.')
  expect(copied.code).toBe(0)
  const embedded = await openServer(down)
  const looking = await HttpClient.signedIn(embedded.origin, 'owner@demo.test')
  expect(await grandTotalsOf(looking)).toEqual(figures)
  expect((await looking.get(await logoOf(full))).status).toBe(200)
  expect(await embedded.stop()).toBe(0)

  // A project with companies of its own is refused.
  const up = (own: OwnProject) => ['--to', own.database, '--supabase', own.gateway.url]
  expect((await move(up(full), full)).said).toContain('has people or companies')
  const cut = await move(up(empty), empty, { until: 'All rows are copied' })
  expect(cut.code).toBe(null)
  expect(await peopleOf(empty)).toBe(0)
  expect(readdirSync(down)).not.toContain('moved.json')

  const done = await move(up(empty), empty)
  expect(done.said).toContain('tables are there from the call before')
  expect(done.said).toContain('Verify books finds nothing wrong.')
  expect(done.said).toContain('3 stored files are in the project')
  expect(done.code).toBe(0)
  const { ended, output } = spawnServer(down, await freePort())
  expect(await ended).toBe(1)
  expect(output()).toContain(`were moved to ${empty.gateway.url}`)
  expect(output()).toContain('set SUPABASE_URL to it')

  const there = await openServer(empty.folder, empty.gateway.env)
  const moved = await HttpClient.signedIn(there.origin, 'owner@demo.test')
  expect(await grandTotalsOf(moved)).toEqual(figures)
  expect((await moved.get(await logoOf(empty))).status).toBe(200)
  expect(await there.stop()).toBe(0)
}, 300_000)
