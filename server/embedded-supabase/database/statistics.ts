import type { OwnerSql } from './owner-sql.ts'

/**
 * Analyzes tables that have grown by a fifth since the last time; autovacuum does this on
 * PostgreSQL, PGlite does not. Without it the planner assumes a few rows per table and compares
 * every product with every other.
 *
 * @returns the names of the tables analyzed now.
 */
export async function freshenStatistics(sql: OwnerSql): Promise<string[]> {
  const grown = await sql.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)
       and pg_relation_size(c.oid) > c.relpages::bigint * current_setting('block_size')::int * 1.2
     order by 1`,
  )
  const names = grown.map(({ name }) => name)
  if (names.length > 0) await sql.query(`analyze ${names.join(', ')}`)
  return names
}
