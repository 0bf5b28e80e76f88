import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { copyFiles } from '../../server/backup-manifest.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { postgresSql } from '../../server/embedded-supabase/owner-sql.ts'
import { ConfigurationError, NO_FOLDER } from '../../server/env.ts'
import { migratePglite } from '../../tools/migrated.ts'
import { copyAll, type Totals } from './copy.ts'
import { inEmbedded, inPostgres, withEmbedded, withPostgresOf } from './sides.ts'
import { tellFiles, writeFiles } from './stored-files.ts'
import { requireCurrent } from './up.ts'

/**
 * Copies the companies of a PostgreSQL, as they are at one moment, into a new folder with an embedded database. The
 * PostgreSQL stays as it is, and people may work meanwhile. The folder appears whole or not at all, with keys of its own.
 *
 * @param files The data folder with the stored files, or `none` where the PostgreSQL keeps them.
 * @throws ConfigurationError when the folder is there already.
 */
export async function copyDown(
  url: string,
  { folder, files, tell }: { folder: string; files: string; tell: (line: string) => void },
): Promise<Totals> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new ConfigurationError(`${folder} is not empty. Name a new folder.`)
  const part = `${folder}.part-${process.pid}`
  mkdirSync(part, { recursive: true, mode: 0o700 })
  try {
    await openSecrets(part)
    const totals = await withPostgresOf(url, async (source) => {
      await requireCurrent(postgresSql(source))
      return withEmbedded(part, async (target) => {
        await migratePglite(target)
        tell('The tables are made')
        if (files === NO_FOLDER) await writeFiles(source, part)
        else copyFiles(files, part)
        return inPostgres(source, (from) =>
          inEmbedded(target, async (to) => {
            const copied = await copyAll(from, to, tell)
            await tellFiles(to, part, tell)
            return copied
          }),
        )
      })
    })
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(part, folder)
    return totals
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}
