import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readManifest } from './backup-manifest.ts'

export interface KeptBackup {
  /** The moment at which it was made, in ISO 8601. */
  made: string
  /** The version of the program that made it; null where the folder cannot be read as a backup. */
  version: string | null
  path: string
}

/** The part of the data folder that holds the backups that upgrades make. */
export const BACKUPS = 'backups'
/** The file of the data folder that says where the last backup of `npm run backup` was put. */
const LAST = 'last-backup.json'

/** Notes a backup in the data folder, for the administrator's screen. */
export function noteBackup(folder: string, backup: KeptBackup): void {
  writeFileSync(path.join(folder, LAST), JSON.stringify(backup), { mode: 0o600 })
}

/** Returns the backups of upgrades and the last one of `npm run backup`, newest first. It may be gone from its place. */
export function keptBackups(folder: string): KeptBackup[] {
  const upgrades = path.join(folder, BACKUPS)
  const names = existsSync(upgrades)
    ? readdirSync(upgrades).filter((name) => !name.endsWith('.part'))
    : []
  const made = names.map((name) => describe(path.join(upgrades, name)))
  return [...made, ...lastOf(folder)].sort((a, b) => b.made.localeCompare(a.made))
}

function describe(folder: string): KeptBackup {
  try {
    const { made, version } = readManifest(folder)
    return { made, version, path: folder }
  } catch {
    return { made: statSync(folder).mtime.toISOString(), version: null, path: folder }
  }
}

function lastOf(folder: string): KeptBackup[] {
  const file = path.join(folder, LAST)
  return existsSync(file) ? [JSON.parse(readFileSync(file, 'utf8')) as KeptBackup] : []
}
