import { mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { version } from '../../package.json'
import { BACKUP_FORMAT, contents, copyFiles, filesOf, writeManifest } from '../backup-manifest.ts'
import { bytesOf, freeMiB } from '../disk.ts'
import { BACKUPS } from '../kept-backups.ts'
import { copyData } from './backup.ts'
import type { OwnerSql } from './owner-sql.ts'

const MIB = 1024 * 1024

/**
 * Makes a backup of an embedded database before it is upgraded, in the data folder, as `npm run backup` makes it. The
 * folder appears whole or not at all.
 *
 * @returns its path.
 * @throws Error for the operator when there is no room for it.
 */
export async function backUpForUpgrade(
  sql: OwnerSql,
  folder: string,
  reserveMiB: number,
): Promise<string> {
  const needs = Math.ceil(bytesOf(path.join(folder, 'postgres')) / MIB) + reserveMiB
  const free = await freeMiB(folder)
  if (free < needs)
    throw new Error(
      `An upgrade makes a backup of the database first. That takes ${needs} MiB, and ${free} are free on the disk of ${folder}. Make room and start again; nothing was changed.`,
    )
  const made = new Date().toISOString()
  const target = path.join(folder, BACKUPS, `${made.replaceAll(/[:.]/g, '-')}-before-${version}`)
  const part = `${target}.part`
  mkdirSync(part, { recursive: true, mode: 0o700 })
  try {
    const database = await contents(sql)
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
    })
    renameSync(part, target)
    return target
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}
