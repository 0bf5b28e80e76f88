import type { OwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { readProgram } from '../../server/embedded-supabase/database/program.ts'
import { inspectDatabase } from '../../server/embedded-supabase/database/upgrade.ts'
import { ConfigurationError } from '../../server/env.ts'

/** @throws ConfigurationError with the sentence where a database has not the state of this program. */
export async function requireMigrations(sql: OwnerSql, sentence: string): Promise<void> {
  const found = await inspectDatabase(sql, readProgram('supabase'))
  if (found.kind !== 'current') throw new ConfigurationError(sentence)
}

/** Says what to do with a database of this program, not of a Supabase, that lacks migrations. */
export const START_ONCE =
  'The database is of an earlier version. Start the server on it once, which upgrades it, stop it, and move then.'
