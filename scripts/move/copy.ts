import { countsOfRows, differing } from '../../server/backup-manifest.ts'
import { ConfigurationError } from '../../server/env.ts'
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

/** Reads the totals of one side. */
export async function totalsOf(side: Side, scope: string): Promise<Totals> {
  const rows = await countsOfRows(side, scope)
  const faults = await side.query<{ key: string; count: number }>(
    `select check_key as key, count(*)::int as count
     from private.book_check_violations(array(select id from public.projects)) group by 1 order by 1`,
  )
  return Object.fromEntries([
    ...Object.entries(rows),
    ...faults.map(({ key, count }) => [`Verify books: ${key}`, String(count)]),
  ])
}

/**
 * Copies all rows of one side into the tables of the other, which has the same migrations, and compares both. What the target had is
 * removed. Nobody is signed in afterwards.
 *
 * @param tell is told of large tables and steps.
 * @throws ConfigurationError when the tables of the two differ, or the rows do afterwards.
 */
export async function copyAll(
  from: Side,
  to: Side,
  scope: string,
  tell: (line: string) => void,
): Promise<Totals> {
  // Names are written out then, also in the text of foreign keys.
  for (const side of [from, to])
    await side.query(
      `select set_config('search_path', '', true), set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true)`,
    )
  const tables = await tablesOf(from, scope)
  requireSame(tables, await tablesOf(to, scope))
  await withoutGuards(to, tables, scope, async () => {
    await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const table of tables) {
      await copyTable(from, to, table)
      if (table.blocks > BLOCKS) tell(`${table.name} is copied`)
    }
    await copySequences(from, to, scope)
  })
  await to.query('analyze')
  tell('All is copied, and is compared now')
  const was = await totalsOf(from, scope)
  const other = differing(was, await totalsOf(to, scope))
  if (other.length > 0)
    throw new ConfigurationError(
      `The copy differs from the original in ${other.slice(0, 5).join(', ')}. Nothing was moved.`,
    )
  await to.query('delete from auth.sessions')
  return was
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

/**
 * Runs the work without triggers and foreign keys, which would compute or refuse rows that come one table after the other. The
 * keys are made again afterwards, which checks them. A superuser could switch them off; an owner of tables cannot.
 */
async function withoutGuards(
  side: Side,
  tables: readonly Table[],
  scope: string,
  work: () => Promise<void>,
): Promise<void> {
  const keys = await side.query<{ table: string; name: string; text: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as text
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and ${scope}`,
  )
  for (const key of keys) await side.query(`alter table ${key.table} drop constraint ${key.name}`)
  for (const { name } of tables) await side.query(`alter table ${name} disable trigger user`)
  await work()
  for (const { name } of tables) await side.query(`alter table ${name} enable trigger user`)
  for (const { table, name, text } of keys)
    await side.query(`alter table ${table} add constraint ${name} ${text}`)
}
