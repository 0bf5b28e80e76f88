import type { PGlite } from '@electric-sql/pglite'
import postgres from 'postgres'
import { PATIENT } from './pool.ts'

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

/**
 * Returns SQL as the owner of a PostgreSQL.
 *
 * @param pooled a pooler stands between, which refuses to have the limits lifted.
 */
export function postgresSql(driver: postgres.Sql, pooled = false): OwnerSql {
  /** Works on a connection of its own, which is not given up while a long statement says nothing. */
  const apart = async (work: (own: postgres.Sql) => Promise<unknown>) => {
    const options = { ...driver.options, ...PATIENT, ...(pooled && { connection: {} }) }
    const own = postgres(options as unknown as postgres.Options<never>)
    try {
      await work(own)
    } finally {
      await own.end()
    }
  }
  return {
    query: queryOn(driver),
    script: (text) => apart((own) => own.begin((tx) => tx.unsafe(text))),
    alone: (statements) =>
      apart(async (own) => {
        for (const statement of statements) await own.unsafe(statement)
      }),
  }
}

/** Returns a function that asks on a connection or in a transaction. */
export const queryOn =
  (driver: Pick<postgres.Sql, 'unsafe'>): OwnerSql['query'] =>
  async <T>(text: string, params: unknown[] = []) =>
    [...(await driver.unsafe(text, params as never[]))] as T[]
