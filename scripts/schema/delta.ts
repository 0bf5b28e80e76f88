import pg from 'pg'
import { createDatabaseAnew } from '../../tools/cluster.ts'
import { migratePostgres, runOnPostgres } from '../../tools/migrated.ts'
import { difference, type Step } from './difference.ts'

/** The way from the migrations to the declared state. */
export interface Delta {
  /** The text of the migration; null when there is nothing to do. */
  text: string | null
  /** Its statements by which rows, columns or objects are lost. */
  destructive: string[]
}

/**
 * Compares what the migrations of a folder make of an empty database with the declared state, on two databases of a
 * PostgreSQL. The migration that it returns was tried: with it both are equal.
 *
 * @param cluster The address without a database.
 * @param declared The declared state as one text.
 * @throws Error when a difference is left after the migration.
 */
export async function deltaOf(cluster: string, folder: string, declared: string): Promise<Delta> {
  const from = await createDatabaseAnew(cluster, 'kalakal_migrations')
  const to = await createDatabaseAnew(cluster, 'kalakal_declared')
  await migratePostgres(from, folder)
  await runOnPostgres(to, declared)
  const [migrated, wanted] = [pool(from), pool(to)]
  try {
    // The records of applied migrations are none of the declared state.
    await migrated.query('drop schema supabase_migrations cascade')
    const steps = await difference(migrated, wanted)
    if (steps.length === 0) return { text: null, destructive: [] }
    for (const sql of transactions(steps)) await migrated.query(sql)
    const left = await difference(migrated, wanted)
    if (left.length > 0)
      throw new Error(`These differences are left after the migration:\n${textOf(left)}`)
    return {
      text: textOf(steps),
      destructive: steps.filter((step) => step.destructive).map(({ sql }) => sql),
    }
  } finally {
    await Promise.all([migrated.end(), wanted.end()])
  }
}

const pool = (connectionString: string) => new pg.Pool({ connectionString, max: 1 })

const isAlone = (steps: readonly Step[]) => steps.some(({ alone }) => alone)

/** All in one transaction, or each on its own, as the program will apply them. */
const transactions = (steps: readonly Step[]) =>
  isAlone(steps) ? steps.map(({ sql }) => sql) : [textOf(steps)]

/** A function in SQL may name one that a later statement makes. */
const UNCHECKED = 'set local check_function_bodies = off;\n\n'

function textOf(steps: readonly Step[]): string {
  const text = steps.map(({ sql }) => `${sql}\n`).join('\n')
  if (isAlone(steps)) return `-- no transaction\n\n${text}`
  return /\blanguage sql\b/i.test(text) ? UNCHECKED + text : text
}
