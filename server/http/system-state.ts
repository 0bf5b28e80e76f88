import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { SystemState } from '../../app/platform/request/context.ts'
import { version } from '../../package.json'
import type { Backend } from '../backend.ts'
import { type DatabaseState, SYSTEM_PATH } from '../embedded-supabase/api/system.ts'
import type { Env } from '../env.ts'
import { keptBackups } from '../kept-backups.ts'
import { hostedMigrations } from '../own-state.ts'
import { folderState } from './health.ts'

const TIMEOUT_MS = 3000

/** Reads version, database, backups, free space and mails of this installation. */
export async function systemState(backend: Backend, env: Env): Promise<SystemState> {
  const [database, files] = await Promise.all([databaseState(backend), folderState(backend)])
  const { folder } = backend
  return {
    version,
    commit: process.env.KALAKAL_COMMIT || null,
    node: process.version,
    backend: backend.kind,
    database,
    folder,
    freeMiB: files.freeMiB ?? null,
    reserveMiB: env.DISK_RESERVE_MIB,
    backups: folder ? keptBackups(folder) : null,
    mailServer: env.SMTP_URL ? new URL(env.SMTP_URL).host : null,
    keptMails: folder ? mailsIn(path.join(folder, 'outbox')) : 0,
    at: new Date().toISOString(),
  }
}

async function databaseState(backend: Backend): Promise<DatabaseState | null> {
  if (backend.kind === 'supabase') {
    const state = await hostedMigrations(backend)
    if (!state) return null
    const migrations = state.recorded.map((one) => ({ ...one, program: null })).reverse()
    return { version: null, bytes: null, migrations, pending: state.pending }
  }
  try {
    const response = await backend.fetch(new URL(SYSTEM_PATH, backend.url), {
      headers: { apikey: backend.secretKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.ok ? ((await response.json()) as DatabaseState) : null
  } catch {
    return null
  }
}

const mailsIn = (outbox: string) =>
  existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.json')).length : 0
