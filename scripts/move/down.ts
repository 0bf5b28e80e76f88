import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { copyFiles } from '../../server/backup-manifest.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { withOwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { ConfigurationError, NO_FOLDER } from '../../server/env.ts'
import { requireMoveEnded } from '../../server/moved.ts'
import { migratePglite } from '../../tools/migrated.ts'
import { copyAll, EVERYTHING, type Totals, unkeptProgress } from './copy.ts'
import { requireMigrations, START_ONCE } from './migrated.ts'
import { copyAccounts, type Project, requireKind, WITHIN_PROJECT } from './project.ts'
import { downloadFiles } from './project-files.ts'
import { inEmbedded, inPostgres, type Side, withEmbedded, withPostgresOf } from './sides.ts'
import { tellFiles, writeFiles } from './stored-files.ts'

/** Where the companies of a copy come from. */
interface Source {
  /** Address of the PostgreSQL. */
  url: string
  /** The API where that belongs to a Supabase. */
  project: Project | null
  /** The data folder with the stored files, or `none` where the PostgreSQL keeps them. */
  files: string
}

/**
 * Copies the companies of a PostgreSQL or Supabase project, as they are at one moment, into a new folder with an embedded database. The
 * PostgreSQL stays as it is, and people may work meanwhile. The folder appears whole or not at all, with keys of its own.
 *
 * @throws ConfigurationError when the folder is there already.
 */
export async function copyDown(
  { url, project, files }: Source,
  folder: string,
  tell: (line: string) => void,
): Promise<Totals> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new ConfigurationError(`${folder} is not empty. Name a new folder.`)
  const part = `${folder}.part-${process.pid}`
  mkdirSync(part, { recursive: true, mode: 0o700 })
  try {
    await openSecrets(part)
    const totals = await withPostgresOf(url, async (source) => {
      await requireKind(source, project)
      await withOwnerSql(url, (sql) => requireMigrations(sql, START_ONCE))
      return withEmbedded(part, async (target) => {
        await migratePglite(target)
        tell('The tables are made')
        return inPostgres(source, async (from) => {
          // The first statement fixes the moment of the rows; files that come later are not among them.
          await requireMoveEnded(from)
          if (!project && files === NO_FOLDER) await writeFiles(from, part)
          else if (!project) copyFiles(files, part)
          const to = <T>(work: (side: Side) => Promise<T>) => inEmbedded(target, work)
          if (project) await to((side) => downloadFiles(from, side, part, project))
          const scope = project ? WITHIN_PROJECT : EVERYTHING
          const accounts = project ? (side: Side) => copyAccounts(from, side) : undefined
          const end = (side: Side) => tellFiles(side, part, tell)
          return copyAll({ from, to, scope, accounts }, unkeptProgress(), end, tell)
        })
      })
    })
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(part, folder)
    return totals
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}
