import {
  pendingMigrations,
  readMigrations,
} from '../../server/embedded-supabase/database/migrations.ts'
import type { OwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { ConfigurationError } from '../../server/env.ts'

/** @throws ConfigurationError with the sentence for the number of migrations of this program that a database lacks. */
export async function requireMigrations(
  sql: OwnerSql,
  sentence: (count: number) => string,
): Promise<void> {
  const { pending } = await pendingMigrations(sql, readMigrations('supabase/migrations'))
  if (pending.length > 0) throw new ConfigurationError(sentence(pending.length))
}

/** Says what to do with a database of this program, not of a Supabase, that lacks migrations. */
export const startOnce = (count: number) =>
  `The database lacks ${count} migrations of this version. Start the server on it once, which applies them, stop it, and move then.`
