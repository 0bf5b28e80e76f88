import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { openServer, type RunningServer, type WebServer } from '../../tools/server-process.ts'
import { renew } from './warm-servers.ts'

export type { RunningServer, WebServer } from '../../tools/server-process.ts'

/** A copy of the demo companies' data folder. */
export function copyOfDemo(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-server-'))
  cpSync(inject('demoFolder'), folder, { recursive: true })
  return folder
}

/** Starts a server with its database inside, on a copy of the demo companies or another folder. */
export async function startServer(
  env: Record<string, string> = {},
  folder = copyOfDemo(),
): Promise<RunningServer> {
  return openServer(folder, env)
}

/** One server for a test file, with its database inside. */
export function embeddedServer(env: Record<string, string> = {}): RunningServer {
  const server = {} as RunningServer
  beforeAll(async () => {
    Object.assign(server, await startServer(env))
  }, 90_000)
  afterAll(async () => {
    await server.stop?.()
    rmSync(server.folder, { recursive: true, force: true })
  })
  return server
}

/**
 * One server for a test file, with the demo companies as they were loaded: where this run has a PostgreSQL, one that is
 * warm already, with a database of the file's own; with settings of its own, an embedded one.
 */
export function testServer(env: Record<string, string> = {}): WebServer {
  const place = inject('warmServers')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!place || Object.keys(env).length > 0) return embeddedServer(env)
  beforeAll(() => renew(place), 90_000)
  return place
}
