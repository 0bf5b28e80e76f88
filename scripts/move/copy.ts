import { countsOfRows, differing, rowCountOf } from '../../server/backup-manifest.ts'
import { ConfigurationError } from '../../server/env.ts'
import { putGuards, takeGuards } from './guards.ts'
import type { Side } from './sides.ts'

/** Blocks of 8 KiB that are read at once: a table of any size passes through little memory. */
const BLOCKS = 2_000
/**
 * Which tables and sequences are copied, as a condition of SQL on a relation `c` and its schema `n`. This one is for two
 * databases whose tables of accounts and files are both this program's; what each has of itself is left out.
 */
export const EVERYTHING = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'kalakal_server', 'supabase_migrations')`

interface Table {
  name: string
  /** Its columns that are written, as a list of SQL. */
  columns: string
  /** All columns with their types, to be compared. */
  shape: string
  blocks: number
}

/** Row count and checksum of each table, position of each sequence, and the faults that "Verify books" finds. */
export type Totals = Record<string, string>

/** The state of a copy whose tables are committed one by one. */
export interface Progress {
  /** The tables that are in the target, each with its count and checksum. */
  copied: Totals
  /** Puts the guards of the target back; null while they are there. */
  guards: string[] | null
  /** Keeps the state with the rows of the same transaction. */
  save(side: Side, state: Pick<Progress, 'copied' | 'guards'>): Promise<void>
}

/** Returns the state of a copy that leaves nothing when it is cut off, so that nothing is kept for another call. */
export const unkeptProgress = (): Progress => ({ copied: {}, guards: null, save: async () => {} })

/** Both ends of a copy. */
interface Ends {
  from: Side
  /** Runs the work in a transaction of the target. */
  to: <T>(work: (side: Side) => Promise<T>) => Promise<T>
  scope: string
  /** Copies the accounts where the scope leaves them out: nobody can sign in to a part of the rows. */
  accounts?: ((side: Side) => Promise<unknown>) | undefined
}

/** Reads the totals of one side. */
export async function totalsOf(side: Side, scope: string): Promise<Totals> {
  return { ...(await countsOfRows(side, scope)), ...(await faultsOf(side)) }
}

async function faultsOf(side: Side): Promise<Totals> {
  const faults = await side.query<{ key: string; count: number }>(
    `select check_key as key, count(*)::int as count
     from private.book_check_violations(array(select id from public.projects)) group by 1 order by 1`,
  )
  return Object.fromEntries(faults.map(({ key, count }) => [`Verify books: ${key}`, String(count)]))
}

/**
 * Copies all rows of one side into the tables of the other, which has the same migrations, and compares both. What the target had is
 * removed. Each table is committed; one that is there from an earlier call, and is the same in the source still, is not copied again.
 * Nobody is signed in afterwards.
 *
 * @param end runs last in the transaction that ends the copy.
 * @param tell is told of large tables and steps.
 * @returns the totals of both sides.
 * @throws ConfigurationError when the tables of the two differ, or the rows do afterwards.
 */
export async function copyAll(
  { from, to, scope, accounts }: Ends,
  progress: Progress,
  end: (side: Side, totals: Totals) => Promise<void>,
  tell: (line: string) => void,
): Promise<Totals> {
  await writeNamesOut(from)
  const tables = await tablesOf(from, scope)
  const guards = await to((side) => prepare(side, tables, scope, progress))
  const was: Totals = {}
  for (const table of tables) {
    const total = await rowCountOf(from, { name: table.name, kind: 'r' })
    was[table.name] = total
    if (progress.copied[table.name] === total) continue
    progress.copied[table.name] = total
    await to(async (side) => {
      await writeNamesOut(side)
      await side.query(`truncate ${table.name}`)
      await copyTable(from, side, table)
      await progress.save(side, { copied: progress.copied, guards })
    })
    if (table.blocks > BLOCKS) tell(`${table.name} is copied`)
  }
  Object.assign(was, await countsOfRows(from, `${scope} and c.relkind = 'S'`), await faultsOf(from))
  return to(async (side) => {
    await writeNamesOut(side)
    await copySequences(from, side, scope)
    await accounts?.(side)
    tell('All rows are copied. Indexes and foreign keys are made now')
    await putGuards(side, guards)
    await side.query('analyze')
    tell('All is copied, and is compared now')
    const other = differing(was, await totalsOf(side, scope))
    if (other.length > 0)
      throw new ConfigurationError(
        `The copy differs from the original in ${other.slice(0, 5).join(', ')}. Nothing was moved; make a new database for it.`,
      )
    await side.query('delete from auth.sessions')
    await end(side, was)
    return was
  })
}

/** Names are written out then, also in the text of foreign keys, and moments alike on both sides. */
async function writeNamesOut(side: Side): Promise<void> {
  await side.query(
    `select set_config('search_path', '', true), set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true)`,
  )
}

/** Empties the tables at the first call, and returns what puts their guards back. */
async function prepare(
  side: Side,
  tables: readonly Table[],
  scope: string,
  progress: Progress,
): Promise<string[]> {
  await writeNamesOut(side)
  requireSame(tables, await tablesOf(side, scope))
  if (progress.guards) return progress.guards
  const guards = await takeGuards(side, scope)
  await side.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  await progress.save(side, { copied: {}, guards })
  return guards
}

async function tablesOf(side: Side, scope: string): Promise<Table[]> {
  return side.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
       string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns,
       string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) as shape,
       (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and ${scope} group by c.oid, n.nspname, c.relname order by 1`,
  )
}

function requireSame(from: readonly Table[], to: readonly Table[]): void {
  const shapes = (tables: readonly Table[]) =>
    Object.fromEntries(tables.map(({ name, shape }) => [name, shape]))
  const other = differing(shapes(from), shapes(to))
  if (other.length > 0)
    throw new ConfigurationError(
      `The tables ${other.slice(0, 5).join(', ')} of the two databases are not the same. Both must be of this version, and one of a Supabase is named with --supabase.`,
    )
}

async function copyTable(from: Side, to: Side, { name, columns, blocks }: Table): Promise<void> {
  for (let first = 0; first < blocks; first += BLOCKS)
    await to.write(
      `${name} (${columns})`,
      await from.read(
        `select ${columns} from ${name} where ctid >= '(${first},0)'::tid and ctid < '(${first + BLOCKS},0)'::tid`,
      ),
    )
}

async function copySequences(from: Side, to: Side, scope: string): Promise<void> {
  const found = await from.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${scope}`,
  )
  for (const { name } of found) {
    const [at] = await from.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${name}`,
    )
    await to.query(`select setval('${name}', $1::text::bigint, $2)`, [at!.last, at!.called])
  }
}
