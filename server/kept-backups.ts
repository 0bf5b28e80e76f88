import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { KeptBackup } from '../app/platform/request/context.ts'
import { readManifest } from './backup-manifest.ts'
import { bytesOf } from './disk.ts'
import { writeWhole } from './whole-file.ts'

/** The part of the data folder that holds the backups that upgrades make. */
export const BACKUPS = 'backups'
/** The file of the data folder that says where the last backup of `npm run backup` was put. */
const LAST = 'last-backup.json'

/** Notes a backup in the data folder, for the administrator's screen. */
export function noteBackup(folder: string, backup: Omit<KeptBackup, 'bytes'>): void {
  writeWhole(path.join(folder, LAST), JSON.stringify(backup))
}

/** Returns the backups of upgrades and the last one of `npm run backup`, newest first. */
export function keptBackups(folder: string): KeptBackup[] {
  const upgrades = path.join(folder, BACKUPS)
  const names = existsSync(upgrades)
    ? readdirSync(upgrades).filter((name) => !name.endsWith('.part'))
    : []
  const made = names.map((name) => describe(path.join(upgrades, name)))
  return [...made, ...lastOf(folder)].sort((a, b) => b.made.localeCompare(a.made))
}

function describe(folder: string): KeptBackup {
  const bytes = sizeOf(folder)
  try {
    const { made, version } = readManifest(folder)
    return { made, version, path: folder, bytes }
  } catch {
    return { made: statSync(folder).mtime.toISOString(), version: null, path: folder, bytes }
  }
}

function lastOf(folder: string): KeptBackup[] {
  const file = path.join(folder, LAST)
  if (!existsSync(file)) return []
  try {
    const last = JSON.parse(readFileSync(file, 'utf8')) as Omit<KeptBackup, 'bytes'>
    return [{ ...last, bytes: sizeOf(last.path) }]
  } catch {
    // Another user than the server's has made it, who alone may read it.
    return []
  }
}

/** Returns the size of a backup; null where it is gone or another user made it. */
function sizeOf(folder: string): number | null {
  try {
    return existsSync(folder) ? bytesOf(folder) : null
  } catch {
    return null
  }
}
