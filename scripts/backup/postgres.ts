import { spawn } from 'node:child_process'
import path from 'node:path'
import {
  inTransaction,
  type OwnerSql,
  withOwnerSql,
} from '../../server/embedded-supabase/database/owner-sql.ts'
import { ConfigurationError } from '../../server/env.ts'
import { requireMoveEnded } from '../../server/moved.ts'
import { postgresFolder } from '../../tools/needs.mjs'

const DUMP = 'database.dump'

/**
 * Writes the database of `url` into the folder by pg_dump, and lets `look` read the same snapshot.
 *
 * @throws ConfigurationError when pg_dump is missing or refuses.
 */
export async function dumpDatabase<T>(
  url: string,
  folder: string,
  look: (sql: Pick<OwnerSql, 'query'>) => Promise<T>,
): Promise<T> {
  const dump = async (query: OwnerSql['query']) => {
    await requireMoveEnded({ query })
    const [row] = await query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
    await run('pg_dump', url, [
      '--format=custom',
      `--snapshot=${row!.snapshot}`,
      `--file=${path.join(folder, DUMP)}`,
    ])
    return look({ query })
  }
  return inTransaction(url, dump, 'begin isolation level repeatable read')
}

/**
 * Fills an empty database from the folder's dump, in one transaction.
 *
 * @throws ConfigurationError when the database is not empty, or pg_restore refuses.
 */
export async function restoreDatabase(url: string, folder: string): Promise<void> {
  await withOwnerSql(url, async (sql) => {
    const [row] = await sql.query<{ count: number }>(
      `select count(*)::int as count from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`,
    )
    if (row!.count > 0)
      throw new ConfigurationError(
        'The database of DATABASE_URL is not empty. Make a new one for the restore.',
      )
  })
  await run('pg_restore', url, [
    '--no-owner',
    '--exit-on-error',
    '--single-transaction',
    path.join(folder, DUMP),
  ])
  await withOwnerSql(url, (sql) => sql.alone(['analyze']))
}

/** Runs one of PostgreSQL's programs on a database. The password is passed in the environment, which `ps` does not show. */
function run(program: string, url: string, args: string[]): Promise<void> {
  const folder = postgresFolder()
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  return new Promise((resolve, reject) => {
    const file = folder ? path.join(folder, program) : program
    const child = spawn(file, [...args, `--dbname=${address.href}`], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk
    })
    child.once('error', () =>
      reject(
        new ConfigurationError(
          `${program} is not here. Install PostgreSQL's client programs (postgresql-client), of the server's version or newer.`,
        ),
      ),
    )
    child.once('close', (code) =>
      code === 0
        ? resolve()
        : reject(new ConfigurationError(`${program} refused:\n${said.trim()}`)),
    )
  })
}
