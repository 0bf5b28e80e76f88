import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { OwnerSql } from './embedded-supabase/database/owner-sql.ts'
import { ConfigurationError } from './env.ts'
import { writeWhole } from './whole-file.ts'

/** The file of a data folder whose embedded database was moved to a PostgreSQL. */
const NAME = 'moved.json'

interface Moved {
  /** The PostgreSQL, without a password, or the address of a Supabase project. */
  to: string
  at: string
}

/** Marks the embedded database of a folder as moved, so that nobody goes on in it by mistake. */
export function markAsMoved(folder: string, moved: Moved): void {
  writeWhole(path.join(folder, NAME), JSON.stringify(moved))
}

/** @throws ConfigurationError when the embedded database of the folder was moved. */
export function requireNotMoved(folder: string): void {
  const file = path.join(folder, NAME)
  if (!existsSync(file)) return
  const { to, at } = JSON.parse(readFileSync(file, 'utf8')) as Moved
  throw new ConfigurationError(
    `The companies of ${folder} were moved to ${to} on ${at.slice(0, 10)}: set ${to.startsWith('postgres') ? 'DATABASE_URL' : 'SUPABASE_URL'} to it. To go back to the embedded database as it was then, remove ${file}.`,
  )
}

/** @throws ConfigurationError when companies are being moved into the database, or their move was cut off: a part of their rows is there. */
export async function requireMoveEnded(sql: Pick<OwnerSql, 'query'>): Promise<void> {
  const [found] = await sql.query<{ there: boolean }>(
    `select to_regclass('kalakal_server.move') is not null as there`,
  )
  if (!found!.there) return
  const [open] = await sql.query('select 1 from kalakal_server.move where done is null')
  if (open)
    throw new ConfigurationError(
      'Companies are being moved into this database. If that was cut off, run `npm run move` again.',
    )
}
