import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { openServer, type RunningServer, type WebServer } from '../../tools/server-process.ts'
import { copyOfTemplate, type DemoTemplate, type PostgresServer, renew } from './warm-servers.ts'

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
    server.folder = copyOfDemo()
    Object.assign(server, await startServer(env, server.folder))
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

/** Returns true where this run has a PostgreSQL; else the tests that write into its database are skipped. */
export const hasPostgres = () => inject('demo') !== null

/**
 * Returns the same on PostgreSQL, in the nightly run too: for tests that write into its database, which are skipped
 * where there is none.
 */
export function postgresServer(): PostgresServer {
  const demo = inject('demo')
  if (serverOfThisProcess() || !demo) return testServer() as PostgresServer
  return Object.assign(ownServer({ KALAKAL_PUBLIC_API: '1' }, demo), { demo }) as PostgresServer
}

/** Returns true where the web server uses a hosted project: what field apps ask of Auth and Storage is answered by those. */
export const isHosted = () => inject('hosted') !== undefined

const serverOfThisProcess = () => inject('warmServers')[Number(process.env.VITEST_POOL_ID) - 1]

/** Starts one server for a test file, with settings of its own, on the demo companies. */
export function ownServer(env: Record<string, string>, template?: DemoTemplate): WebServer {
  const server = {} as WebServer & Dropped
  beforeAll(async () => {
    Object.assign(server, await startOwnServer(env, template))
  }, 90_000)
  afterAll(() => server.drop?.())
  return server
}

interface Dropped {
  /** Stops the server and removes its database and its folder. */
  drop(): Promise<void>
}

/**
 * A server that a test starts with settings of its own, on the demo companies: on a PostgreSQL where the servers of
 * this run are on one, or a template is given.
 */
export async function startOwnServer(
  env: Record<string, string> = {},
  template = serverOfThisProcess()?.demo,
): Promise<RunningServer & Dropped & { database?: string }> {
  const copy = template
    ? await copyOfTemplate(template)
    : { folder: copyOfDemo(), database: undefined, env: {}, drop: async () => {} }
  const clear = async () => {
    await copy.drop()
    rmSync(copy.folder, { recursive: true, force: true })
  }
  try {
    const server = await openServer(copy.folder, { ...copy.env, ...env })
    const drop = async () => {
      await server.stop()
      await clear()
    }
    return { ...server, ...(copy.database && { database: copy.database }), drop }
  } catch (error) {
    await clear()
    throw error
  }
}
