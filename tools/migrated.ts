import type { PGlite } from '@electric-sql/pglite'
import { getAuthSchemaSql, getStorageSchemaSql, SUPABASE_AUTH_HELPERS_SQL } from '@supabase/lite'
import { prepareDatabase } from '../server/embedded-supabase/database/database.ts'
import {
  type OwnerSql,
  pgliteSql,
  withOwnerSql,
} from '../server/embedded-supabase/database/owner-sql.ts'
import { readProgram } from '../server/embedded-supabase/database/program.ts'
import { bringUpToDate } from '../server/embedded-supabase/database/upgrade.ts'

async function prepare(sql: OwnerSql) {
  await sql.script(getAuthSchemaSql())
  await sql.script(getStorageSchemaSql())
  await sql.script(SUPABASE_AUTH_HELPERS_SQL)
}

/** Brings a PostgreSQL database to the state of a program: its folder `supabase`. */
export async function migratePostgres(url: string, supabase = 'supabase'): Promise<void> {
  await onPostgres(url, (sql) => migrate(sql, supabase))
}

async function migrate(sql: OwnerSql, supabase: string): Promise<void> {
  await prepareDatabase(sql)
  await bringUpToDate(sql, readProgram(supabase))
}

/** Brings an empty PostgreSQL database to the state that a script makes, which is no migration. */
export async function runOnPostgres(url: string, script: string): Promise<void> {
  await onPostgres(url, (sql) => run(sql, script))
}

async function run(sql: OwnerSql, script: string): Promise<void> {
  await prepareDatabase(sql)
  await sql.script(script)
}

function onPostgres(url: string, work: (sql: OwnerSql) => Promise<void>): Promise<void> {
  return withOwnerSql(url, async (sql) => {
    await prepare(sql)
    await work(sql)
  })
}

/** Brings a PGlite to the state of a program. */
export async function migratePglite(driver: PGlite, supabase = 'supabase'): Promise<void> {
  const sql = pgliteSql(driver)
  await prepare(sql)
  await migrate(sql, supabase)
}
