import type { TestDatabase } from './database.ts'

/**
 * Returns the plan of a query as text: for this person under row-level security, or for the owner
 * (null), as whom the functions of the private schema run. Sequential and bitmap scans are switched
 * off, because small tables are scanned, and their few rows sorted, however good an index is: a
 * plan without the index, or with a sort, then has none that fits.
 */
export async function planOf(
  db: TestDatabase,
  user: string | null,
  query: string,
  by?: 'bitmap',
): Promise<string> {
  await db.sql(`create or replace function private.plan_of(p_query text) returns setof text
    language plpgsql set enable_seqscan = off set ${by === 'bitmap' ? 'enable_indexscan' : 'enable_bitmapscan'} = off as $$ begin return query execute 'explain ' || p_query; end $$`)
  await db.sql('grant execute on function private.plan_of(text) to authenticated')
  const ask = 'select p.line from private.plan_of($1) as p (line)'
  const lines = user
    ? await db.as<{ line: string }>(user, ask, [query])
    : await db.sql<{ line: string }>(ask, [query])
  return lines.map(({ line }) => line).join('\n')
}
