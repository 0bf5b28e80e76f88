import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { version } from '../../package.json'
import { socketFetch, socketIn } from '../../server/api-socket.ts'
import {
  BACKUP_FORMAT,
  contents,
  copyFiles,
  databaseFilesOf,
  filesOf,
  type Manifest,
  writeManifest,
} from '../../server/backup-manifest.ts'
import type { Secrets } from '../../server/data-folder.ts'
import { BACKUP_PATH, copyData } from '../../server/embedded-supabase/database/backup.ts'
import { openDatabase } from '../../server/embedded-supabase/database/database.ts'
import { ConfigurationError, type Env, NO_FOLDER } from '../../server/env.ts'
import { lockFolder } from '../../server/folder-lock.ts'
import { noteBackup } from '../../server/kept-backups.ts'
import { dumpDatabase } from './postgres.ts'

/**
 * Makes a backup of the database and the data folder in a new folder, while the server runs or not. The folder
 * appears whole or not at all (docs/operations.md, "Backup and restore").
 *
 * @throws ConfigurationError when the target is there already or nothing is there to be kept.
 */
export async function backup(env: Env, target: string): Promise<Manifest> {
  const from = dataFolder(env)
  if (existsSync(target)) throw new ConfigurationError(`${target} is there already.`)
  if (!existsSync(path.join(from, 'secrets.json')))
    throw new ConfigurationError(`${from} is not the data folder of a Kalakal.`)
  const part = `${target}.part-${process.pid}`
  mkdirSync(part, { recursive: true, mode: 0o700 })
  try {
    const database = env.DATABASE_URL
      ? await dumpDatabase(env.DATABASE_URL, part, contents)
      : await copyEmbedded(from, part)
    copyFiles(from, part)
    const manifest: Manifest = {
      format: BACKUP_FORMAT,
      made: new Date().toISOString(),
      version,
      engine: env.DATABASE_URL ? 'postgres' : 'embedded',
      ...database,
      files: filesOf(part),
      database: databaseFilesOf(part),
    }
    writeManifest(part, manifest)
    renameSync(part, target)
    noteBackup(from, { made: manifest.made, version, path: target })
    return manifest
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

/** Returns the data folder of the settings. @throws ConfigurationError where Supabase makes the backups. */
export function dataFolder({ SUPABASE_URL, KALAKAL_DATA_DIR }: Env): string {
  if (SUPABASE_URL)
    throw new ConfigurationError(
      'With SUPABASE_URL the database and the files are Supabase’s: see docs/operations.md.',
    )
  if (KALAKAL_DATA_DIR === NO_FOLDER)
    throw new ConfigurationError(
      'KALAKAL_DATA_DIR is none: keys and files are in the database. Back it up with pg_dump.',
    )
  if (!KALAKAL_DATA_DIR) throw new ConfigurationError('KALAKAL_DATA_DIR is in memory.')
  return KALAKAL_DATA_DIR
}

/** Asks a running server for the copy, else copies the folder under its lock. */
async function copyEmbedded(from: string, part: string) {
  if (!(await copiedByServer(from, part))) {
    const unlock = lockFolder(from)
    try {
      copyData(from, part)
    } finally {
      unlock()
    }
  }
  return embeddedContents(part)
}

async function copiedByServer(from: string, to: string): Promise<boolean> {
  const socket = socketIn(from)
  if (!existsSync(socket)) return false
  const { secretKey } = JSON.parse(readFileSync(path.join(from, 'secrets.json'), 'utf8')) as Secrets
  const answer = await socketFetch(socket)(`http://embedded.localhost${BACKUP_PATH}`, {
    method: 'POST',
    headers: { apikey: process.env.SUPABASE_SECRET_KEY || secretKey },
    body: JSON.stringify({ to }),
  }).catch(() => null)
  // A server that was killed leaves this behind.
  if (!answer) return false
  if (!answer.ok) throw new ConfigurationError(`The server refused: ${await answer.text()}`)
  return true
}

/** Opens the copy, which completes its recovery, and reads its contents. */
export async function embeddedContents(folder: string) {
  const { sql, close } = await openDatabase(folder, null)
  try {
    return await contents(sql)
  } finally {
    await close()
  }
}
