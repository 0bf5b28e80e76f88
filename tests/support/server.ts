import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { openServer, type RunningServer, type WebServer } from '../../tools/server-process.ts'
import { copyOfTemplate, type PostgresServer, renew } from './warm-servers.ts'

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

/** Starts one server for a test file, with an embedded database. */
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
 * Returns one server for a test file, with the original demo companies and the API of field apps
 * enabled: a running one with a database for this file, or, where this run has no PostgreSQL, an
 * embedded one.
 */
export function testServer(): WebServer {
  const warm = serverOfThisProcess()
  if (!warm) return embeddedServer({ KALAKAL_PUBLIC_API: '1' })
  beforeAll(() => renew(warm), 90_000)
  return warm
}

/**
 * Returns the same on PostgreSQL, in the nightly run too: for tests that write into its database.
 *
 * @throws where there is no PostgreSQL.
 */
export function postgresServer(): PostgresServer {
  const warm = serverOfThisProcess()
  if (warm) {
    beforeAll(() => renew(warm), 90_000)
    return warm
  }
  const server = {} as PostgresServer
  let end = async () => {}
  beforeAll(async () => {
    const demo = inject('demo')
    if (!demo) throw new Error('No PostgreSQL 15 or newer at hand.')
    const { folder, database, env, drop } = await copyOfTemplate(demo)
    const started = await openServer(folder, { ...env, KALAKAL_PUBLIC_API: '1' })
    Object.assign(server, { origin: started.origin, folder, demo, database })
    end = async () => {
      await started.stop()
      await drop()
      rmSync(folder, { recursive: true, force: true })
    }
  }, 90_000)
  afterAll(() => end())
  return server
}

const serverOfThisProcess = () => inject('warmServers')[Number(process.env.VITEST_POOL_ID) - 1]

/** Starts one server for a test file, with settings of its own, on the demo companies. */
export function ownServer(env: Record<string, string>): WebServer {
  const server = {} as Awaited<ReturnType<typeof startOwnServer>>
  beforeAll(async () => {
    Object.assign(server, await startOwnServer(env))
  }, 90_000)
  afterAll(() => server.drop?.())
  return server
}

/** A server that a test starts with settings of its own, on the demo companies; what it leaves is removed by `drop`. */
export async function startOwnServer(
  env: Record<string, string> = {},
): Promise<RunningServer & { drop(): Promise<void> }> {
  const warm = serverOfThisProcess()
  const copy = warm
    ? await copyOfTemplate(warm.demo)
    : { folder: copyOfDemo(), env: {}, drop: async () => {} }
  const server = await openServer(copy.folder, { ...copy.env, ...env })
  return {
    ...server,
    async drop() {
      await server.stop()
      await copy.drop()
      rmSync(copy.folder, { recursive: true, force: true })
    },
  }
}
