import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import postgres from 'postgres'
import { expect, inject } from 'vitest'
import { dumpDatabase } from '../../scripts/backup/postgres.ts'
import { difference } from '../../scripts/schema/difference.ts'
import type { Credentials } from '../../tools/accounts.ts'
import { createDatabaseAnew } from '../../tools/cluster.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { postgresFolder } from '../../tools/needs.mjs'
import { openServer } from '../../tools/server-process.ts'
import { installedLater, LATER, type Later } from './installed.ts'
import { copyOfTemplate } from './warm-servers.ts'

const WINDOWS = `create table public.delivery_windows (
  project_id uuid not null references public.projects (id),
  id uuid not null default gen_random_uuid(),
  name text not null,
  primary key (project_id, id)
);
alter table public.customers add column delivery_window_id uuid;
alter table public.customers
  add foreign key (project_id, delivery_window_id) references public.delivery_windows (project_id, id);
`
/** A later version: a table with its guards, a column that is filled from what is there, a constraint. */
const SAMPLE: Later = {
  declares: `${WINDOWS}select private.guard_table('public.delivery_windows');`,
  tables: `${WINDOWS}insert into public.delivery_windows (project_id, name) select id, 'Any time' from public.projects;
update public.customers c set delivery_window_id = w.id
  from public.delivery_windows w where w.project_id = c.project_id;
`,
}

/** Rows of a dump that belong to its version and not to a company. */
const PROGRAM = [
  ...[
    'roles',
    'role_permissions',
    'import_kinds',
    'document_kinds',
    'schema_migrations',
    'buckets',
  ],
].map((table) => `--table=${table}`)

const pgRestore = (...args: string[]) =>
  promisify(execFile)(path.join(postgresFolder() ?? '', 'pg_restore'), ['--no-owner', ...args], {
    maxBuffer: 64 * 1024 * 1024,
  })

/** Returns the statements by which a dump makes its tables and code. */
export async function schemaOf(folder: string): Promise<string> {
  const { stdout } = await pgRestore(
    '--schema-only',
    '--file=-',
    path.join(folder, 'database.dump'),
  )
  // Lines for psql.
  return stdout.replaceAll(/^\\.*$/gm, '')
}

/** Makes the database of a dump without its companies. */
export async function restoreEmpty(url: string, folder: string): Promise<void> {
  const dump = path.join(folder, 'database.dump')
  await pgRestore('--schema-only', '--exit-on-error', `--dbname=${url}`, dump)
  await pgRestore(
    '--data-only',
    '--disable-triggers',
    '--exit-on-error',
    ...PROGRAM,
    `--dbname=${url}`,
    dump,
  )
}

/** The figures that no upgrade may change. */
const TOTALS = `select
  (select jsonb_object_agg(kind, total) from (select 'bookings' as kind, sum(total) as total from public.bookings
     union all select 'owed', sum(balance) from public.bookings
     union all select 'sold', sum(amount) from public.sales_entries
     union all select 'receivable', sum(amount) from public.receivable_entries
     -- An upgrade opens bank accounts (docs/decisions/0017).
     union all select 'money', sum(amount) from public.money_entries where kind <> 'opening'
     union all select 'received', sum(amount) from public.collections
     union all select 'spent', sum(amount) from public.voucher_lines
     union all select 'moved', sum(quantity) from public.stock_movements) t) as sums,
  (select md5(jsonb_agg(jsonb_build_array(project_id, product_id, on_hand) order by project_id, product_id)::text)
     from public.inventory) as stock,
  (select md5(jsonb_agg(jsonb_build_array(email, encrypted_password) order by email)::text) from auth.users) as people`

/** The faults that "Verify books" finds in the companies of a database. */
const FAULTS = `select check_key, count(*)::int as count
  from private.book_check_violations(array(select id from public.projects)) group by 1`

async function booksOf(url: string) {
  const driver = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return { totals: (await driver.unsafe(TOTALS))[0]!, faults: [...(await driver.unsafe(FAULTS))] }
  } finally {
    await driver.end()
  }
}

/** What version 1.2.0 let in, which its demo company has: goods left before they came. A later version says so and changes nothing. */
export const OF_OLD_BOOKS = ['stock.days']

/**
 * Starts this version, with a migration more, on the database of an earlier one: its figures stay, its books are right and
 * its people sign in.
 *
 * @param email Somebody who may verify the books.
 * @param look Looks at more of the upgraded companies.
 */
export async function expectUpgrade(
  DATABASE_URL: string,
  {
    folder,
    shelf,
    email,
    password,
    faults = [],
    look,
  }: {
    folder: string
    shelf: string
    faults?: readonly string[]
    look?: (origin: string) => Promise<void>
  } & Credentials,
): Promise<void> {
  const before = await booksOf(DATABASE_URL)
  // A company without expenses has spent nothing; every one has sold, collected and moved goods.
  for (const [kind, sum] of Object.entries(before.totals.sums as Record<string, number>))
    if (kind !== 'spent') expect({ kind, isZero: !sum }).toEqual({ kind, isZero: false })

  const later = await installedLater(mkdtempSync(path.join(shelf, 'later-')), SAMPLE)
  const server = await openServer(folder, { DATABASE_URL }, later)
  expect(server.output()).toMatch(new RegExp(`applying .*${LATER}`))
  expect(await booksOf(DATABASE_URL)).toEqual({
    totals: before.totals,
    faults: faults.map((check_key) => ({ check_key, count: 1 })),
  })
  await expectDeclaredState(DATABASE_URL, shelf)
  await expectRightBooks(server.origin, { email, password }, faults)
  await look?.(server.origin)
  expect(await server.stop()).toBe(0)
}

/**
 * Restores the tables and code of a database into an empty one, and returns its address. PostgreSQL then has every view in the words
 * of a dump, as a restored backup has those that no later version has changed.
 */
async function restoredSchema(url: string, shelf: string): Promise<string> {
  const folder = mkdtempSync(path.join(shelf, 'schema-'))
  await dumpDatabase(url, folder, async () => null)
  const cluster = url.slice(0, url.lastIndexOf('/'))
  const restored = await createDatabaseAnew(cluster, path.basename(folder))
  await pgRestore(
    ...['--schema-only', '--exit-on-error', `--dbname=${restored}`],
    path.join(folder, 'database.dump'),
  )
  return restored
}

/** Tables, policies, functions and grants are those of a new database of this version, but for what the samples make. */
async function expectDeclaredState(url: string, shelf: string): Promise<void> {
  const fresh = await copyOfTemplate(inject('demo')!)
  const restored = [
    await restoredSchema(url, shelf),
    await restoredSchema(fresh.env.DATABASE_URL, shelf),
  ]
  const pools = restored.map((connectionString) => new pg.Pool({ connectionString, max: 2 }))
  // The database is dropped while a connection that is closed may still hear of it.
  for (const pool of pools) pool.on('connect', (client) => client.on('error', () => {}))
  try {
    // The record of migrations is no part of the state, and "known" is made of the rest.
    for (const pool of pools)
      await pool.query('drop schema if exists supabase_migrations, known cascade')
    const steps = await difference(pools[0]!, pools[1]!)
    const [ofSamples, others] = [true, false].map((is) =>
      steps.map(({ sql }) => sql).filter((sql) => /delivery_window/.test(sql) === is),
    )
    expect(others).toEqual([])
    expect(ofSamples!.length).toBeGreaterThan(0)
  } finally {
    for (const pool of pools) await pool.end()
    await fresh.drop()
    rmSync(fresh.folder, { recursive: true, force: true })
  }
}

/** Signs somebody in, who may verify the books, and finds nothing wrong in them. */
export async function expectRightBooks(
  origin: string,
  { email, password }: Credentials,
  faults: readonly string[] = [],
) {
  const client = new HttpClient(origin)
  expect((await client.signIn(email, password)).status).toBe(302)
  const answer = await client.get('/verify-books?run=now&_data=modules/audit/verify-books.route')
  const { checks } = (await answer.json()) as {
    checks: { key: string; violations: number }[]
  }
  expect(checks.length).toBeGreaterThan(20)
  expect(checks.flatMap(({ key, violations }) => (violations > 0 ? [key] : []))).toEqual(faults)
}
