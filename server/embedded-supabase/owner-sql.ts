import type { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'

/** SQL as the owner, for boot and for the account endpoints; never for a user's request. */
export interface OwnerSql {
  query<T>(sql: string, params?: unknown[]): Promise<T[]>
  /** Several statements in one transaction. */
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

/**
 * Returns SQL as the owner of a PostgreSQL.
 *
 * @param pooled a pooler stands between, which refuses to have the limits lifted.
 */
export function postgresSql(driver: postgres.Sql, pooled = false): OwnerSql {
  return {
    query: queryOn(driver),
    script: async (text) => {
      await driver.begin((tx) => tx.unsafe(text))
    },
    alone: async (statements) => {
      const limits = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }
      const options = { ...driver.options, max: 1, connection: pooled ? {} : limits }
      const own = postgres(options as unknown as postgres.Options<never>)
      try {
        for (const statement of statements) await own.unsafe(statement)
      } finally {
        await own.end()
      }
    },
  }
}

/** Returns a function that asks on a connection or in a transaction. */
export const queryOn =
  (driver: Pick<postgres.Sql, 'unsafe'>): OwnerSql['query'] =>
  async <T>(text: string, params: unknown[] = []) =>
    [...(await driver.unsafe(text, params as never[]))] as T[]
