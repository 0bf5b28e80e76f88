import { makeSecrets, type Secrets } from '../../data-folder.ts'
import { ConfigurationError } from '../../env.ts'
import type { OwnerSql } from './owner-sql.ts'

/** Guards the tables below against two web servers that start at the same moment. */
const LOCK = 'select pg_advisory_xact_lock(5427311)'

/**
 * Tables that web servers without a data folder share: keys and files. The tables belong to the server and not to the
 * product's data, so they are no migration, and no role of the API may see them.
 */
const TABLES = `
create schema if not exists kalakal_server;
revoke all on schema kalakal_server from public;
create table if not exists kalakal_server.secrets (name text primary key, value text not null);
create table if not exists kalakal_server.files (
  bucket text not null,
  key text not null,
  bytes bytea not null,
  primary key (bucket, key)
);`

/**
 * Connects to the database as its owner, runs the work in one transaction with the tables there, and disconnects.
 *
 * @throws ConfigurationError when the database does not answer, or its role may not make the tables.
 */
export async function withServerTables<T>(
  databaseUrl: string,
  work: (query: OwnerSql['query']) => Promise<T>,
): Promise<T> {
  const { inTransaction } = await import('./owner-sql.ts')
  try {
    return await inTransaction(databaseUrl, async (query) => {
      await query(LOCK)
      await query(TABLES)
      return work(query)
    })
  } catch (error) {
    const { message } = error as Error
    throw new ConfigurationError(
      `The database of DATABASE_URL cannot keep the keys and files of the web servers: ${message}. It must answer, and its role must own it.`,
    )
  }
}

/**
 * Reads the keys that all web servers of a database share; the first one makes them. Keys that the environment gives are
 * not written there.
 */
export async function openSharedSecrets(
  databaseUrl: string,
  given: Secrets | null,
): Promise<Secrets> {
  return withServerTables(databaseUrl, async (query) => {
    if (given) return given
    const kept = await query<{ name: string; value: string }>(
      'select name, value from kalakal_server.secrets',
    )
    if (kept.length > 0)
      return Object.fromEntries(kept.map(({ name, value }) => [name, value])) as unknown as Secrets
    const made = await makeSecrets()
    await keepSecrets(query, made)
    return made
  })
}

/** Stores keys in place of those that are there. */
export async function keepSecrets(query: OwnerSql['query'], secrets: Secrets): Promise<void> {
  for (const [name, value] of Object.entries(secrets))
    await query(
      'insert into kalakal_server.secrets values ($1, $2) on conflict (name) do update set value = excluded.value',
      [name, value],
    )
}
