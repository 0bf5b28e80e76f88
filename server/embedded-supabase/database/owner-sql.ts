import type { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { connectionTo, openPool } from './pool.ts'

/** SQL as the owner, for boot and for the account endpoints; never for a user's request. */
export interface OwnerSql {
  query<T>(sql: string, params?: unknown[]): Promise<T[]>
  /** Several statements in one transaction, which may take minutes. */
  script(sql: string): Promise<void>
  /** Statements one after the other on a connection of their own, outside of a transaction and without a time limit. */
  alone(statements: readonly string[]): Promise<void>
}

/** Returns SQL as the owner of an embedded database, which has one connection. */
export function pgliteSql(driver: Pick<PGlite, 'query' | 'exec' | 'transaction'>): OwnerSql {
  return {
    query: async <T>(text: string, params: unknown[] = []) =>
      (await driver.query<T>(text, params)).rows,
    script: async (text) => {
      await driver.transaction((tx) => tx.exec(text))
    },
    alone: async (statements) => {
      for (const statement of statements) await driver.exec(statement)
    },
  }
}

/** The most connections that are open at once for the server's own questions. */
const CONNECTIONS = 2

/** Opens SQL as the owner of a PostgreSQL. */
export function openOwnerSql(databaseUrl: string): OwnerSql & { close(): Promise<void> } {
  const { query, close } = openPool(databaseUrl, CONNECTIONS)
  return {
    query: async <T>(text: string, params?: unknown[]) => (await query(text, params)).rows as T[],
    script: (text) => inTransaction(databaseUrl, (ask) => ask(text)).then(() => {}),
    alone: (statements) =>
      apart(databaseUrl, async (client) => {
        for (const statement of statements) await client.query(statement)
      }),
    close,
  }
}

/** Does work with SQL as the owner of a PostgreSQL. */
export async function withOwnerSql<T>(
  databaseUrl: string,
  work: (sql: OwnerSql) => Promise<T>,
): Promise<T> {
  const sql = openOwnerSql(databaseUrl)
  try {
    return await work(sql)
  } finally {
    await sql.close()
  }
}

/**
 * Runs work in one transaction, on a connection of its own and without a time limit. A text without parameters may have several
 * statements.
 */
export function inTransaction<T>(
  databaseUrl: string,
  work: (query: OwnerSql['query']) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  return apart(databaseUrl, async (client) => {
    await client.query(begin)
    const done = await work(
      async <Row>(text: string, params?: unknown[]) =>
        (await client.query(text, params)).rows as Row[],
    )
    await client.query('commit')
    return done
  })
}

/** Works on a connection of its own, whose end undoes what is not committed. */
async function apart<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { pooled, ...connection } = connectionTo(databaseUrl)
  const client = new pg.Client(connection)
  // Each statement tells of a lost connection itself.
  client.on('error', () => {})
  await client.connect()
  try {
    // A pooler refuses to have the limits lifted.
    if (!pooled)
      await client.query(
        `set timezone = 'UTC'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`,
      )
    return await work(client)
  } finally {
    await client.end()
  }
}
