import type { TestDatabase } from './database.ts'

/**
 * How the database would run a query for this person, under row-level security, or for its owner (null), as whom the
 * functions of the private schema run: the plan as text. Small tables are read as a whole however good an index is, so
 * that is switched off: a plan without the index has none that fits.
 */
export async function planOf(
  db: TestDatabase,
  user: string | null,
  query: string,
): Promise<string> {
  await db.sql(`create or replace function private.plan_of(p_query text) returns setof text
    language plpgsql set enable_seqscan = off as $$ begin return query execute 'explain ' || p_query; end $$`)
  await db.sql('grant execute on function private.plan_of(text) to authenticated')
  const ask = 'select p.line from private.plan_of($1) as p (line)'
  const lines = user
    ? await db.as<{ line: string }>(user, ask, [query])
    : await db.sql<{ line: string }>(ask, [query])
  return lines.map(({ line }) => line).join('\n')
}
