import type { PGlite } from '@electric-sql/pglite'
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import postgres from 'postgres'
import { migrate } from '../server/embedded-supabase/database.ts'
import { type OwnerSql, pgliteSql, postgresSql } from '../server/embedded-supabase/owner-sql.ts'

async function prepare(sql: OwnerSql) {
  await sql.script(getAuthSchemaSql())
  await sql.script(getStorageSchemaSql())
  await sql.script(SUPABASE_AUTH_HELPERS_SQL)
  await migrate(sql, 'supabase/migrations')
}

/** Brings an empty PostgreSQL database to the newest migration. */
export async function migratePostgres(url: string): Promise<void> {
  const driver = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await prepare(postgresSql(driver))
  } finally {
    await driver.end()
  }
}

/** Brings an empty PGlite to the newest migration. */
export async function migratePglite(driver: PGlite): Promise<void> {
  await prepare(pgliteSql(driver))
}
