import type { PGlite } from '@electric-sql/pglite'
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import postgres from 'postgres'
import { migrate } from '../server/embedded-supabase/database.ts'
import type { OwnerSql } from '../server/embedded-supabase/owner-sql.ts'

async function prepare(sql: OwnerSql) {
  await sql.script(getAuthSchemaSql())
  await sql.script(getStorageSchemaSql())
  await sql.script(SUPABASE_AUTH_HELPERS_SQL)
  await migrate(sql, 'supabase/migrations')
}

/** Runs SQL as the owner through a driver. */
export const ownerSql = (driver: postgres.Sql): OwnerSql => ({
  query: async <T>(text: string, params: unknown[] = []) =>
    [...(await driver.unsafe(text, params as never[]))] as T[],
  script: async (text) => {
    await driver.begin((tx) => tx.unsafe(text))
  },
})

/** Brings an empty PostgreSQL database to the newest migration. */
export async function migratePostgres(url: string): Promise<void> {
  const driver = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await prepare(ownerSql(driver))
  } finally {
    await driver.end()
  }
}

/** Brings an empty PGlite to the newest migration. */
export async function migratePglite(driver: PGlite): Promise<void> {
  await prepare({
    query: async <T>(text: string, params: unknown[] = []) =>
      (await driver.query<T>(text, params)).rows,
    script: async (text) => {
      await driver.transaction((tx) => tx.exec(text))
    },
  })
}
