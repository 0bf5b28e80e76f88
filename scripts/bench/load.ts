import { readFileSync } from 'node:fs'
import path from 'node:path'
import bcrypt from 'bcryptjs'
import postgres, { type Sql } from 'postgres'

/** Is the password of every account of the data set. */
export const PASSWORD = 'Kalakal-bench-2026'

/** Statements that write the data set; they fit the tables of every version that is kept in tests/upgrades. */
const DATA = 'scripts/bench/data'
/** A version's own statements: they post what its tables alone have, and make its sums of the past. */
export const VERSION = 'scripts/bench/version'

const PARTS = [
  '1-tenants',
  '2-masters',
  '3-orders',
  '4-receipts',
  '5-books',
  '6-expenses',
  '7-trail',
  '8-ledgers',
]

/** Lists the tables with most rows: their indexes are created after the rows. */
const LARGE = [
  'bookings',
  'booking_lines',
  'stock_movements',
  'collections',
  'collection_allocations',
  'customer_finance_events',
  'purchase_lines',
  'audit_log',
  'sales_entries',
  'receivable_entries',
  'money_entries',
  'document_numbers',
]

export interface DataSet {
  /** Sets the size: 1 = 1,000,000 booking lines, half of them of one company; 0.01 has the same company 2 and a hundredth of the others. */
  scale: number
  seed?: number
  /** The folder of the version's own statements; this version's where it is left out. */
  version?: string
  /** Receives the name of what is being loaded. */
  say?: (what: string) => void
}

/**
 * Fills a migrated, empty PostgreSQL with fifty companies and three years that end today: the same rows in every run of
 * one seed, set by set, past triggers and foreign keys, so that a million lines take minutes. What the triggers would have
 * written (stock, sums, trail) is written too: `private.book_check_violations` finds nothing.
 *
 * @returns the milliseconds that the sums of the past took
 * @throws unless the database's role is a superuser, because only that may disable triggers.
 */
export async function loadDataSet(
  url: string,
  { scale, seed = 1, version = VERSION, say }: DataSet,
): Promise<number> {
  const sql = postgres(url, { max: 2, onnotice: () => {} })
  try {
    const [row] = await sql`select (now() at time zone 'Asia/Manila')::date::text as today`
    const values: Record<string, string> = {
      scale: String(scale),
      seed: String(seed),
      today: `'${row!.today}'`,
      hash: await bcrypt.hash(PASSWORD, 10),
    }
    const indexes = await dropIndexes(sql)
    for (const file of [
      ...PARTS.map((part) => path.join(DATA, part)),
      path.join(version, 'posted'),
    ]) {
      say?.(path.basename(file))
      const text = readFileSync(`${file}.sql`, 'utf8')
      const filled = text.replace(/(?<!:):(scale|seed|today|hash)\b/g, (_, name) => values[name]!)
      await sql.begin(async (tx) => {
        await tx.unsafe(
          `set local session_replication_role = replica; set local work_mem = '256MB'; set local synchronous_commit = off`,
        )
        await tx.unsafe(filled)
      })
    }
    say?.('indexes')
    const one = async () => {
      for (let index = indexes.shift(); index; index = indexes.shift())
        await sql.begin((tx) => tx.unsafe(`set local maintenance_work_mem = '512MB'; ${index}`))
    }
    await Promise.all([one(), one()])
    await sql.unsafe('drop schema bench cascade')
    say?.('statistics')
    await sql.unsafe('vacuum (analyze)')
    say?.('sums')
    const began = performance.now()
    await sql.unsafe(readFileSync(path.join(version, 'sums.sql'), 'utf8'))
    const taken = performance.now() - began
    await sql.unsafe('analyze')
    return taken
  } finally {
    await sql.end()
  }
}

async function dropIndexes(sql: Sql): Promise<string[]> {
  const found = await sql<{ name: string; definition: string }[]>`
    select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
    where t.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and t.relname = any (${LARGE})
      and not exists (select from pg_constraint k where k.conindid = c.oid)
    order by t.reltuples desc`
  for (const { name } of found) await sql.unsafe(`drop index ${name}`)
  return found.map(({ definition }) => definition)
}
