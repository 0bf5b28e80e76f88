import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, expect, inject, it } from 'vitest'
import { backup } from '../../scripts/backup/backup.ts'
import { restore } from '../../scripts/backup/restore.ts'
import { readEnv } from '../../server/env.ts'
import { asOwner } from '../../tools/cluster.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer } from '../../tools/server-process.ts'
import { installed } from '../support/installed.ts'
import { hasPostgres } from '../support/server.ts'
import { copyOfTemplate } from '../support/warm-servers.ts'

/** Backups of the demo companies by released versions, and migrations that a later version could have. */
const UPGRADES = 'tests/upgrades'
const kept = readdirSync(UPGRADES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => path.join(UPGRADES, name))
const deltas = Object.fromEntries(
  readdirSync(UPGRADES)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => [name, readFileSync(path.join(UPGRADES, name), 'utf8')]),
)

const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-fixtures-'))
const database = `kalakal_fixture_${process.pid}`
afterAll(async () => {
  rmSync(shelf, { recursive: true, force: true })
  if (hasPostgres())
    await asOwner(inject('demo')!.cluster, `drop database if exists ${database} with (force)`)
})

/** The figures that no upgrade may change. */
const TOTALS = `select
  (select jsonb_object_agg(kind, total) from (select 'bookings' as kind, sum(total) as total from public.bookings
     union all select 'owed', sum(balance) from public.bookings
     union all select 'received', sum(amount) from public.collections
     union all select 'spent', sum(amount) from public.voucher_lines
     union all select 'moved', sum(quantity) from public.stock_movements) t) as sums,
  (select jsonb_agg(jsonb_build_array(project_id, product_id, on_hand) order by project_id, product_id)
     from public.inventory) as stock,
  (select jsonb_agg(jsonb_build_array(email, encrypted_password) order by email) from auth.users) as people`

async function totalsOf(url: string) {
  const driver = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return (await driver.unsafe(TOTALS))[0]
  } finally {
    await driver.end()
  }
}

it.each([...kept, 'the present state'])(
  '%s is upgraded, and its books are right',
  {
    timeout: 240_000,
    skip: !hasPostgres(),
  },
  async (fixture) => {
    const { cluster } = inject('demo')!
    const source = kept.includes(fixture) ? fixture : await ofThePresent()
    const DATABASE_URL = `${cluster}/${database}`
    const folder = path.join(shelf, 'data')
    rmSync(folder, { recursive: true, force: true })
    await asOwner(cluster, `drop database if exists ${database} with (force)`)
    await asOwner(cluster, `create database ${database}`)
    await restore(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder, DATABASE_URL }), source)
    const before = await totalsOf(DATABASE_URL)
    expect(before!.sums.bookings).toBeGreaterThan(0)

    const later = installed(mkdtempSync(path.join(shelf, 'later-')), deltas)
    const server = await openServer(folder, { DATABASE_URL }, later)
    for (const name of Object.keys(deltas))
      expect(server.output()).toContain(`applying migration ${name}`)
    expect(await totalsOf(DATABASE_URL)).toEqual(before)
    const owner = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    const answer = await owner.get('/verify-books?run=now&_data=modules/audit/verify-books.route')
    const { checks } = (await answer.json()) as { checks: { wrong: number }[] }
    expect(checks.length).toBeGreaterThan(20)
    expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([])
    expect(await server.stop()).toBe(0)
  },
)

/** A backup of the demo companies as this version makes it: what is kept of a release. */
async function ofThePresent(): Promise<string> {
  const { folder, env, drop } = await copyOfTemplate(inject('demo')!)
  const target = path.join(shelf, 'present')
  await backup(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder, ...env }), target)
  await drop()
  rmSync(folder, { recursive: true, force: true })
  return target
}
