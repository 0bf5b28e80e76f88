import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { differing } from '../../server/backup-manifest.ts'
import { prepareRoles } from '../../server/embedded-supabase/database.ts'
import { pendingMigrations, readMigrations } from '../../server/embedded-supabase/migrations.ts'
import { type OwnerSql, pgliteSql, postgresSql } from '../../server/embedded-supabase/owner-sql.ts'
import { ConfigurationError } from '../../server/env.ts'
import { lockFolder } from '../../server/folder-lock.ts'
import { markAsMoved } from '../../server/moved.ts'
import { migratePostgres } from '../../tools/migrated.ts'
import { copyAll, type Totals, totalsOf } from './copy.ts'
import { noteDone, sourceOf, takeTarget } from './marker.ts'
import { inEmbedded, inPostgres, nameOf, withEmbedded, withPostgresOf } from './sides.ts'
import { tellFiles } from './stored-files.ts'

/**
 * Moves the companies of a data folder from its embedded database into an empty PostgreSQL. Rows appear there all at
 * once, after they were compared; a move that was cut off is begun again by the same call. Files and keys stay in the
 * folder, which from then on belongs to the PostgreSQL.
 *
 * @param tell is told what is done.
 * @throws ConfigurationError when the folder is in use or was moved, or the database holds anything else.
 */
export async function moveUp(
  folder: string,
  url: string,
  tell: (line: string) => void,
): Promise<Totals> {
  if (!existsSync(path.join(folder, 'secrets.json')) || !existsSync(path.join(folder, 'postgres')))
    throw new ConfigurationError(`${folder} has no embedded database. Set KALAKAL_DATA_DIR.`)
  const unlock = lockFolder(folder)
  try {
    const totals = await withEmbedded(folder, async (source) => {
      await requireCurrent(pgliteSql(source))
      return withPostgresOf(url, async (target) => {
        const before = await takeTarget(target, sourceOf(folder))
        if (before) return requireUnchanged(source, before)
        await prepareRoles(postgresSql(target))
        await migratePostgres(url)
        tell('The tables are made')
        return inEmbedded(source, (from) =>
          inPostgres(target, async (to) => {
            const copied = await copyAll(from, to, tell)
            await tellFiles(to, folder, tell)
            await noteDone(to, copied)
            return copied
          }),
        )
      })
    })
    markAsMoved(folder, { to: nameOf(url), at: new Date().toISOString() })
    return totals
  } finally {
    unlock()
  }
}

/** @throws ConfigurationError when a database lacks migrations of this program. */
export async function requireCurrent(sql: OwnerSql): Promise<void> {
  const { pending } = await pendingMigrations(sql, readMigrations('supabase/migrations'))
  if (pending.length > 0)
    throw new ConfigurationError(
      `The database lacks ${pending.length} migrations of this version. Start the server on it once, which applies them, stop it, and move then.`,
    )
}

/** A move that was cut off after its last step left only the mark in the folder to be made. */
async function requireUnchanged(source: PGlite, before: Totals): Promise<Totals> {
  const other = differing(before, await inEmbedded(source, totalsOf))
  if (other.length > 0)
    throw new ConfigurationError(
      `These companies are in the database of --to, but somebody has worked in the folder since (${other.slice(0, 5).join(', ')}). Make a new database for the move.`,
    )
  return before
}
