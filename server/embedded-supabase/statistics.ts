import type { OwnerSql } from './database.ts'

/**
 * What autovacuum does elsewhere and PGlite does not: tables that have grown by a fifth since they were
 * last looked at are looked at again. Without it the planner takes each for a few rows and compares
 * every product with every other.
 *
 * @returns names of the tables looked at now.
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
