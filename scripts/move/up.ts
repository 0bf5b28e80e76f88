import { existsSync } from 'node:fs'
import path from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { differing } from '../../server/backup-manifest.ts'
import { prepareRoles } from '../../server/embedded-supabase/database/database.ts'
import { pgliteSql, withOwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { ConfigurationError } from '../../server/env.ts'
import { takeFolder } from '../../server/folder-lock.ts'
import { markAsMoved } from '../../server/moved.ts'
import { migratePostgres } from '../../tools/migrated.ts'
import { copyAll, EVERYTHING, type Totals, totalsOf } from './copy.ts'
import { noteDone, readProgress, requireEmptyDatabase, sourceOf, takeTarget } from './marker.ts'
import { requireMigrations, START_ONCE } from './migrated.ts'
import {
  copyAccounts,
  type Project,
  requireEmptyProject,
  requireKind,
  WITHIN_PROJECT,
} from './project.ts'
import { uploadFiles } from './project-files.ts'
import { inEmbedded, inPostgres, nameOf, type Side, withEmbedded, withPostgresOf } from './sides.ts'
import { tellFiles } from './stored-files.ts'

/** Where the companies of a folder go. */
interface Target {
  /** Address of the PostgreSQL. */
  url: string
  /** The API where that belongs to a Supabase. */
  project: Project | null
}

/**
 * Moves the companies of a data folder from its embedded database into an empty PostgreSQL or Supabase project. A move that was
 * cut off is continued by the same call, table by table; until its end no server starts there and no account of a project is
 * there. Files and keys stay in the folder, which from then on belongs to the PostgreSQL; a Supabase project gets the files.
 *
 * @param tell is told what is done.
 * @throws ConfigurationError when the folder is in use or was moved, or the target holds anything else.
 */
export async function moveUp(
  folder: string,
  { url, project }: Target,
  tell: (line: string) => void,
): Promise<Totals> {
  if (!existsSync(path.join(folder, 'secrets.json')) || !existsSync(path.join(folder, 'postgres')))
    throw new ConfigurationError(`${folder} has no embedded database. Set KALAKAL_DATA_DIR.`)
  const scope = project ? WITHIN_PROJECT : EVERYTHING
  const unlock = await takeFolder(folder)
  try {
    const totals = await withEmbedded(folder, async (source) => {
      await requireMigrations(pgliteSql(source), START_ONCE)
      return withPostgresOf(url, async (target) => {
        await requireKind(target, project)
        const requireEmpty = project
          ? () => requireEmptyProject(target, url)
          : () => requireEmptyDatabase(target)
        const before = await takeTarget(target, sourceOf(folder), requireEmpty)
        if (before) return requireUnchanged(source, before, scope)
        const progress = await readProgress(target)
        if (!project && !progress.guards) {
          await withOwnerSql(url, prepareRoles)
          await migratePostgres(url)
          tell('The tables are made')
        }
        return inEmbedded(source, async (from) => {
          const to = <T>(work: (side: Side) => Promise<T>) => inPostgres(target, work)
          if (project)
            tell(`${await uploadFiles(from, folder, project)} stored files are in the project`)
          const accounts = async (side: Side) =>
            tell(`${await copyAccounts(from, side)} people are copied`)
          const end = async (side: Side, totals: Totals) => {
            if (!project) await tellFiles(side, folder, tell)
            await noteDone(side, totals)
          }
          const kept = Object.keys(progress.copied).length
          if (kept > 0)
            tell(
              `${kept} tables are there from the call before; those that changed since are copied again`,
            )
          return copyAll(
            { from, to, scope, accounts: project ? accounts : undefined },
            progress,
            end,
            tell,
          )
        })
      })
    })
    markAsMoved(folder, { to: project?.url ?? nameOf(url), at: new Date().toISOString() })
    return totals
  } finally {
    unlock()
  }
}

/** A move that was cut off after its last step left only the mark in the folder to be made. */
async function requireUnchanged(source: PGlite, before: Totals, scope: string): Promise<Totals> {
  const other = differing(before, await inEmbedded(source, (side) => totalsOf(side, scope)))
  if (other.length > 0)
    throw new ConfigurationError(
      `These companies are in the database of --to, but somebody has worked in the folder since (${other.slice(0, 5).join(', ')}). Make a new database for the move.`,
    )
  return before
}
