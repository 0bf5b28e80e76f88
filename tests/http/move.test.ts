import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { commandRunner } from '../../app/platform/db/command.server.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { asOwner, freePort } from '../../tools/cluster.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer, type RunningServer, spawnServer } from '../../tools/server-process.ts'
import { grandTotalsOf, runMove } from '../support/move.ts'
import { copyOfDemo, hasPostgres } from '../support/server.ts'

const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-move-'))
const database = `kalakal_move_${process.pid}`
const other = `${database}_other`
const urlOf = (name: string) => `${inject('demo')!.cluster}/${name}`
const own = (statement: string) => asOwner(inject('demo')!.cluster, statement)
let folder: string

beforeAll(async () => {
  if (!hasPostgres()) return
  folder = copyOfDemo()
  await own(`create database ${database}`)
  await own(`create database ${other}`)
})

afterAll(async () => {
  rmSync(shelf, { recursive: true, force: true })
  if (!folder) return
  rmSync(folder, { recursive: true, force: true })
  for (const name of [database, other]) await own(`drop database ${name} with (force)`)
})

const move = (args: string[], until?: string) => runMove(args, { KALAKAL_DATA_DIR: folder }, until)

/** Reads rows of the moved database as its owner. */
async function rowsOf(text: string, name = database) {
  const driver = postgres(urlOf(name), { max: 1, onnotice: () => {} })
  try {
    return [...(await driver.unsafe(text))]
  } finally {
    await driver.end()
  }
}

/** Takes an order and money by a person of the company, and returns the numbers that they got. */
async function work({ folder: at, origin }: RunningServer): Promise<Record<string, string>> {
  const backend = await openBackend(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: at }), {
    origin,
    as: 'tool',
  })
  const who = { email: 'special-access-1@demo.test', password: DEMO_PASSWORD }
  const db = await signInAs(backend, who)
  const customer = db.from('customers').select('id').eq('project_id', DEMO_ID)
  const { data } = await customer.eq('approval_status', 'approved').is('credit_line', null)
  const collection = {
    customer_id: data![0]!.id,
    collection_type: 'cash',
    amount: '12.34',
    cr_no: `CR-${randomUUID().slice(0, 8)}`,
    allocations: [],
  }
  const made = await commandRunner(
    db,
    DEMO_ID,
    randomUUID(),
  )('record_collection', { p_collection: collection })
  expect(made.ok).toBe(true)
  return { cr_no: collection.cr_no }
}

it('companies move to a PostgreSQL, cut off once, work goes on there, and a copy comes back', {
  timeout: 300_000,
  skip: !hasPostgres(),
}, async () => {
  const before = await openServer(folder)
  const leaving = await HttpClient.signedIn(before.origin, 'owner@demo.test')
  expect((await move(['--to', urlOf(database)])).said).toContain('is in use by process')
  expect(await before.stop()).toBe(0)

  // Cut off when all rows are there but not yet compared: no server starts on them, and the folder is as it was.
  const cut = await move(['--to', urlOf(database)], 'All rows are copied')
  expect(cut.code).toBe(null)
  const early = spawnServer(folder, await freePort(), { DATABASE_URL: urlOf(database) })
  expect(await early.ended).toBe(1)
  expect(early.output()).toContain('Companies are being moved into this database')
  const part = await move(['--from', urlOf(database), '--to', path.join(shelf, 'part')])
  expect(part.said).toContain('Companies are being moved into this database')
  expect(part.code).toBe(1)
  const meanwhile = await openServer(folder)
  await work(meanwhile)
  const figures = await grandTotalsOf(
    await HttpClient.signedIn(meanwhile.origin, 'owner@demo.test'),
  )
  expect(await meanwhile.stop()).toBe(0)

  const done = await move(['--to', urlOf(database)])
  expect(done.said).toContain('tables are there from the call before')
  expect(done.said).toContain('Verify books finds nothing wrong.')
  expect(done.said).toContain('All 3 stored files are in the folder')
  expect(done.code).toBe(0)

  // Nobody goes on in the old one by mistake.
  const { ended, output } = spawnServer(folder, await freePort())
  expect(await ended).toBe(1)
  expect(output()).toContain(`were moved to ${urlOf(database)}`)
  expect((await move(['--to', urlOf(other)])).said).toContain('were moved to')

  const after = await openServer(folder, { DATABASE_URL: urlOf(database) })
  const returning = new HttpClient(after.origin)
  for (const [name, value] of leaving.cookies) returning.cookies.set(name, value)
  expect((await returning.get('/home')).headers.get('location')).toMatch(/^\/(\?|login|$)/)
  const owner = await HttpClient.signedIn(after.origin, 'owner@demo.test')
  expect(await grandTotalsOf(owner)).toEqual(figures)
  const logo = await rowsOf(`select name from storage.objects where bucket_id = 'logos' limit 1`)
  expect((await owner.get(`/logos/${logo[0]!.name}`)).status).toBe(200)
  const { cr_no } = await work(after)
  const worked = await grandTotalsOf(owner)
  expect(worked).not.toEqual(figures)

  const down = path.join(shelf, 'down')
  const copied = await move(['--from', urlOf(database), '--to', down])
  expect(copied.said).toContain('Verify books finds nothing wrong.')
  expect(copied.code).toBe(0)
  expect(await after.stop()).toBe(0)
  const copy = await openServer(down)
  const looking = await HttpClient.signedIn(copy.origin, 'owner@demo.test')
  expect(await grandTotalsOf(looking)).toEqual(worked)
  const list = '/treasury/treasury-list/treasury-view-list'
  expect(await (await looking.get(`${list}?q=${cr_no}`)).text()).toContain(`>${cr_no}<`)
  expect(await copy.stop()).toBe(0)
  const keys = (at: string) => readFileSync(path.join(at, 'secrets.json'), 'utf8')
  expect(keys(down)).not.toBe(keys(folder))
})

it('refused is a database that holds anything, or the move of others', {
  skip: !hasPostgres(),
  timeout: 120_000,
}, async () => {
  rmSync(path.join(folder, 'moved.json'))
  await rowsOf('create table mine (id int)', other)
  const tried = await move(['--to', urlOf(other)])
  expect(tried.said).toContain('is not empty. Make a new one')
  expect(tried.code).toBe(1)
  expect(await rowsOf(`select to_regclass('auth.users') as users`, other)).toEqual([
    { users: null },
  ])
  const usage = await move(['--to', path.join(shelf, 'folder')])
  expect(usage.said).toContain('Usage:')
})

it('a move whose last step was cut off is ended by the next call, unless somebody worked meanwhile', {
  skip: !hasPostgres(),
  timeout: 180_000,
}, async () => {
  const again = await move(['--to', urlOf(database)])
  expect(again.said).not.toContain('The tables are made')
  expect(again.code).toBe(0)
  rmSync(path.join(folder, 'moved.json'))
  const server = await openServer(folder)
  await work(server)
  expect(await server.stop()).toBe(0)
  const late = await move(['--to', urlOf(database)])
  expect(late.said).toContain('somebody has worked in the folder since')
  expect(readdirSync(folder)).not.toContain('moved.json')
})

it('the moved database has the guards of a migrated one', { skip: !hasPostgres() }, async () => {
  const guards = `select
    (select md5(string_agg(conrelid::regclass || conname || pg_get_constraintdef(oid), ',' order by conrelid::regclass::text, conname)) from pg_constraint where convalidated) as constraints,
    (select md5(string_agg(indexdef, ',' order by indexdef)) from pg_indexes where schemaname !~ '^pg_') as indexes,
    (select md5(string_agg(tgrelid::regclass || tgname || tgenabled::text, ',' order by tgrelid::regclass::text, tgname)) from pg_trigger where not tgisinternal) as triggers,
    (select md5(string_agg(policyname || coalesce(qual, ''), ',' order by schemaname, tablename, policyname)) from pg_policies) as policies`
  const [moved] = await rowsOf(guards)
  // The table of the move itself is no part of the product.
  await rowsOf('drop schema kalakal_server cascade')
  const [withoutIt] = await rowsOf(guards)
  await own(`drop database ${other}`)
  await own(`create database ${other} template "${inject('demo')!.database}"`)
  const [demo] = await rowsOf(guards, other)
  expect(withoutIt).toEqual(demo)
  expect(moved).not.toEqual(demo)
})
