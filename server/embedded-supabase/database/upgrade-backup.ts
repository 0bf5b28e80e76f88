import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { version } from '../../../package.json'
import {
  BACKUP_FORMAT,
  contents,
  copyFiles,
  databaseFilesOf,
  filesOf,
  readManifest,
  writeManifest,
} from '../../backup-manifest.ts'
import { bytesOf, freeMiB } from '../../disk.ts'
import { BACKUPS, keptBackups } from '../../kept-backups.ts'
import { copyData } from './backup.ts'
import type { OwnerSql } from './owner-sql.ts'

const MIB = 1024 * 1024

/**
 * Makes a backup of an embedded database before it is upgraded, in the data folder, as `npm run backup` makes it. The
 * folder appears whole or not at all. One that an earlier start of the same upgrade made is not made again.
 *
 * @returns its path.
 * @throws Error for the operator when there is no room for it.
 */
export async function backUpForUpgrade(
  sql: OwnerSql,
  folder: string,
  reserveMiB: number,
): Promise<string> {
  const shelf = path.join(folder, BACKUPS)
  removeParts(shelf)
  const database = await contents(sql)
  const kept = sameBackup(folder, database)
  if (kept) return kept
  const files = path.join(folder, 'storage')
  const bytes = bytesOf(path.join(folder, 'postgres')) + (existsSync(files) ? bytesOf(files) : 0)
  const needs = Math.ceil(bytes / MIB) + reserveMiB
  const free = await freeMiB(folder)
  if (free < needs)
    throw new Error(
      `An upgrade makes a backup of the database first. That takes ${needs} MiB, and ${free} are free on the disk of ${folder}. Make room and start again; nothing was changed.`,
    )
  const made = new Date().toISOString()
  const target = path.join(shelf, `${made.replaceAll(/[:.]/g, '-')}-before-${version}`)
  const part = `${target}.part`
  mkdirSync(part, { recursive: true, mode: 0o700 })
  try {
    await sql.query('checkpoint')
    copyData(folder, part)
    copyFiles(folder, part)
    const files = filesOf(part)
    writeManifest(part, {
      format: BACKUP_FORMAT,
      made,
      version,
      engine: 'embedded',
      ...database,
      files,
      database: databaseFilesOf(part),
    })
    renameSync(part, target)
    return target
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Removes what a start that was killed left of its backup. */
function removeParts(shelf: string): void {
  if (!existsSync(shelf)) return
  for (const name of readdirSync(shelf))
    if (name.endsWith('.part')) rmSync(path.join(shelf, name), { recursive: true, force: true })
}

/** Returns the newest backup if it holds what the folder holds now. A supervisor may start a failing upgrade again and again. */
function sameBackup(folder: string, database: Awaited<ReturnType<typeof contents>>): string | null {
  const [newest] = keptBackups(folder).filter(({ path: at }) =>
    at.startsWith(path.join(folder, BACKUPS)),
  )
  if (!newest?.version) return null
  const { migration, rows, files } = readManifest(newest.path)
  const same =
    isDeepStrictEqual({ migration, rows }, database) && isDeepStrictEqual(files, filesOf(folder))
  return same ? newest.path : null
}
