import { makeSecrets, type Secrets } from '../../data-folder.ts'
import { ConfigurationError } from '../../env.ts'
import { readDatabaseUrl } from './database-url.ts'

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

/** Statements in a transaction, on a connection of their own. */
export interface Statements {
  unsafe(text: string, params?: unknown[]): Promise<unknown>
}

/**
 * Connects to the database as its owner, runs the work in one transaction with the tables there, and disconnects.
 *
 * @throws ConfigurationError when the database does not answer, or its role may not make the tables.
 */
export async function withServerTables<T>(
  databaseUrl: string,
  work: (tables: Statements) => Promise<T>,
): Promise<T> {
  const { default: postgres } = await import('postgres')
  const sql = postgres(readDatabaseUrl(databaseUrl).url, {
    max: 1,
    connect_timeout: 10,
    onnotice: () => {},
  })
  try {
    return (await sql.begin(async (transaction) => {
      const tables = transaction as unknown as Statements
      await tables.unsafe(LOCK)
      await tables.unsafe(TABLES)
      return work(tables)
    })) as T
  } catch (error) {
    const { message } = error as Error
    throw new ConfigurationError(
      `The database of DATABASE_URL cannot keep the keys and files of the web servers: ${message}. It must answer, and its role must own it.`,
    )
  } finally {
    await sql.end({ timeout: 5 })
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
  return withServerTables(databaseUrl, async (tables) => {
    if (given) return given
    const kept = (await tables.unsafe('select name, value from kalakal_server.secrets')) as {
      name: string
      value: string
    }[]
    if (kept.length > 0)
      return Object.fromEntries(kept.map(({ name, value }) => [name, value])) as unknown as Secrets
    const made = await makeSecrets()
    await keepSecrets(tables, made)
    return made
  })
}

/** Stores keys in place of those that are there. */
export async function keepSecrets(tables: Statements, secrets: Secrets): Promise<void> {
  for (const [name, value] of Object.entries(secrets))
    await tables.unsafe(
      'insert into kalakal_server.secrets values ($1, $2) on conflict (name) do update set value = excluded.value',
      [name, value],
    )
}
