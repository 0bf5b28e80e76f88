import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import {
  compare,
  contents,
  copyFiles,
  filesOf,
  type Manifest,
  readManifest,
  requireWhole,
} from '../../server/backup-manifest.ts'
import { copyData } from '../../server/embedded-supabase/database/backup.ts'
import { prepareRoles } from '../../server/embedded-supabase/database/database.ts'
import {
  LAST_OF_VERSION_1,
  migrationFiles,
} from '../../server/embedded-supabase/database/migrations.ts'
import { withOwnerSql } from '../../server/embedded-supabase/database/owner-sql.ts'
import { ConfigurationError, type Env } from '../../server/env.ts'
import { dataFolder, embeddedContents } from './backup.ts'
import { restoreDatabase } from './postgres.ts'

const MIGRATIONS = path.resolve('supabase/migrations')

/** A restored backup. */
interface Restored extends Manifest {
  /** True where the manifest has a hash of each of the database's own files, from version 2 on. */
  proven: boolean
}

/**
 * Restores a backup into an empty data folder, with DATABASE_URL also into an empty database. Every file is compared with the
 * manifest before anything is written, and every row before the folder appears.
 *
 * @throws ConfigurationError when the target is not empty, or the backup is damaged or of a newer version.
 */
export async function restore(env: Env, source: string): Promise<Restored> {
  const to = dataFolder(env)
  const manifest = readManifest(source)
  const engine = env.DATABASE_URL ? 'postgres' : 'embedded'
  if (manifest.engine !== engine)
    throw new ConfigurationError(
      manifest.engine === 'postgres'
        ? 'This backup is of a PostgreSQL: set DATABASE_URL to an empty database.'
        : 'This backup is of the embedded database: leave DATABASE_URL out.',
    )
  requireKnown(manifest)
  if (existsSync(to) && readdirSync(to).length > 0)
    throw new ConfigurationError(`${to} is not empty. Move it away, or set KALAKAL_DATA_DIR.`)
  const proven = requireWhole(source, manifest)
  const part = `${to}.part-${process.pid}`
  mkdirSync(part, { recursive: true, mode: 0o700 })
  try {
    if (env.DATABASE_URL) await restorePostgres(env.DATABASE_URL, source, manifest)
    else {
      copyData(source, part)
      compare('rows of', manifest.rows, (await embeddedContents(part)).rows)
    }
    copyFiles(source, part)
    compare('files', manifest.files, filesOf(part))
    if (existsSync(to)) rmdirSync(to)
    renameSync(part, to)
    return { ...manifest, proven }
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** @throws ConfigurationError for a backup whose database this program cannot upgrade. */
function requireKnown({ migration, version }: Manifest): void {
  const known = migrationFiles(MIGRATIONS).map((file) => file.split('_')[0])
  if (known.includes(migration) || migration === LAST_OF_VERSION_1.newest) return
  if (migration > known.at(-1)!)
    throw new ConfigurationError(
      `This backup was made by version ${version}, which is newer than this one.`,
    )
  throw new ConfigurationError(
    `This backup was made by version ${version}. Restore it with version 1.2.0 and start that once, then upgrade: docs/operations.md, "Upgrades".`,
  )
}

async function restorePostgres(url: string, source: string, { rows }: Manifest): Promise<void> {
  await withOwnerSql(url, prepareRoles)
  await restoreDatabase(url, source)
  const is = await withOwnerSql(url, contents)
  compare('rows of', rows, is.rows)
}
