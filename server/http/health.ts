import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import path from 'node:path'
import type { RequestHandler } from 'express'
import { version } from '../../package.json'
import type { Backend } from '../backend.ts'
import { freeMiB } from '../disk.ts'
import { hostedMigrations } from '../own-state.ts'
import { personClient } from '../supabase.ts'

const TIMEOUT_MS = 3000
const MIB = 1024 * 1024

/** GET /health/live: the process answers, whatever the database does. For who restarts what hangs. */
export function alive(): RequestHandler {
  return (_request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    response.json({ status: 'ok', version, uptime: Math.floor(process.uptime()) })
  }
}

/**
 * GET /version.json: the version that runs here and the commit that it was built from. It asks nobody who calls, so that it
 * answers without the database too.
 */
export function programVersion(): RequestHandler {
  return (_request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    response.json({ version, commit: process.env.KALAKAL_COMMIT || null })
  }
}

/**
 * GET /health: whether this server can do its work, and each of the things that takes: the database answers, its
 * migrations are all there, the data folder takes files. 503 if not, and from the signal to stop on.
 */
export function health(backend: Backend, stopping: () => boolean): RequestHandler {
  return async (_request, response) => {
    response.setHeader('Cache-Control', 'no-store')
    const [database, { storedFiles, memory, ...schema }, folder] = await Promise.all([
      databaseAnswers(backend),
      migrationState(backend),
      folderState(backend),
    ])
    // The database names files, and the folder that they were in is gone.
    const lacksFiles =
      storedFiles && backend.folder && !existsSync(path.join(backend.folder, 'storage'))
    const files = lacksFiles ? { files: false } : folder
    const able = database.database && !schema.pending && files.files !== false
    const level = backend.disk?.level() ?? 'ok'
    const here = backend.kind === 'embedded'
    const serves = able && !(here && level === 'full')
    const works = serves ? (level === 'ok' ? 'ok' : 'read_only') : 'unavailable'
    const status = stopping() ? 'stopping' : works
    const { rss, heapUsed } = process.memoryUsage()
    // Pages are still shown and people sign in: a balancer leaves it in.
    response.status(status === 'ok' || status === 'read_only' ? 200 : 503).json({
      status,
      version,
      backend: backend.kind,
      uptime: Math.floor(process.uptime()),
      memoryMiB: Math.round(rss / MIB),
      memory: { ...memory, webHeapMiB: Math.round(heapUsed / MIB) },
      ...database,
      ...schema,
      ...files,
      ...(level !== 'ok' && { reason: 'disk_full' }),
      ...(lacksFiles && { reason: 'files_missing' }),
    })
  }
}

/** Asks a question that anyone is refused: the refusal comes from the database itself. */
async function databaseAnswers(
  backend: Backend,
): Promise<{ database: boolean; databaseMs: number }> {
  const began = performance.now()
  const { error } = await personClient(backend)
    .rpc('current_identity')
    .abortSignal(AbortSignal.timeout(TIMEOUT_MS))
  return {
    database: error === null || error.code === '42501',
    databaseMs: Math.round(performance.now() - began),
  }
}

/** Number of applied migrations, version of the newest, and number of those still to be applied. */
interface MigrationState {
  migrations?: number
  latest?: string | null
  pending?: number
  /** True when the database names stored files. */
  storedFiles?: boolean
  /** Parts of the memory of this process that belong to an embedded database. */
  memory?: { databaseMiB: number; apiHeapMiB: number }
}

async function migrationState(backend: Backend): Promise<MigrationState> {
  if (backend.kind === 'supabase') {
    const state = await hostedMigrations(backend)
    if (!state) return {}
    const { recorded, pending } = state
    const latest = recorded.at(-1)?.version ?? null
    return { migrations: recorded.length, latest, pending: pending.length }
  }
  try {
    const response = await backend.fetch(new URL('/kalakal/v1/health', backend.url), {
      headers: { apikey: backend.secretKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return (await response.json()) as MigrationState
  } catch {
    return {}
  }
}

/** Reports if the data folder can be written, and the free space of its disk. */
export async function folderState({
  folder,
}: Backend): Promise<{ files?: boolean; freeMiB?: number }> {
  if (!folder) return {}
  try {
    await access(folder, constants.W_OK)
    return { files: true, freeMiB: await freeMiB(folder) }
  } catch {
    return { files: false }
  }
}
