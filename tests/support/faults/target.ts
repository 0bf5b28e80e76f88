import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { COMPANIES, ensureCompany } from '../../../scripts/demo/people.ts'
import { openBackend } from '../../../server/backend.ts'
import { readEnv } from '../../../server/env.ts'
import { ensureAdmin } from '../../../tools/accounts.ts'
import { asOwner, type OwnCluster, startOwnCluster } from '../../../tools/cluster.ts'
import { DEMO_PASSWORD } from '../../../tools/demo-password.ts'
import { type RunningServer, startServer } from '../server.ts'
import { Wire } from '../wire.ts'
import { CompanyApi } from './company.ts'

/** A built server that may be mistreated, with the people of the first demo company. */
export interface FaultTarget {
  server: RunningServer
  api: CompanyApi
  folder: string
  /** The environment of its server. */
  env: Record<string, string>
  /** kill -9, then a new process on the same data. */
  killAndStart(): Promise<void>
  close(): Promise<void>
}

async function targetOn(folder: string, env: Record<string, string>): Promise<FaultTarget> {
  const settings = { KALAKAL_PUBLIC_API: '1', LOG_LEVEL: 'warn', ...env }
  const server = await startServer(settings, folder)
  const { publishableKey } = JSON.parse(readFileSync(path.join(folder, 'secrets.json'), 'utf8'))
  const target: FaultTarget = {
    server,
    api: new CompanyApi(server.origin, publishableKey),
    folder,
    env: settings,
    async killAndStart() {
      target.server.process.kill('SIGKILL')
      target.server = await startServer(settings, folder)
      target.api.origin = target.server.origin
    },
    async close() {
      await target.server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return target
}

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'kalakal-faults-'))

/** Starts the embedded database with a copy of the demo companies and settings for its folder. */
export function embeddedTarget(
  demo: string,
  env: (folder: string) => Record<string, string>,
): Promise<FaultTarget> {
  const folder = newFolder()
  cpSync(demo, folder, { recursive: true })
  return targetOn(folder, env(folder))
}

/** A place whose database is a PostgreSQL of its own, at the other end of a line. */
export interface PostgresTarget extends FaultTarget {
  cluster: OwnCluster
  wire: Wire
}

/** A role that owns its database and is no superuser, as operators make it (docs/deployment.md). */
const OWNER = [
  'create role anon nologin',
  'create role authenticated nologin',
  'create role service_role nologin bypassrls',
  'create role trader login bypassrls',
  'grant anon, authenticated, service_role to trader',
]

/**
 * Starts a PostgreSQL with the company's people and nothing else. Returns null where there is none
 * (in CI that is a failure).
 *
 * @param owner Whose the database is: the superuser, or a role that is none.
 */
export async function postgresTarget(
  owner: 'postgres' | 'trader' = 'postgres',
): Promise<PostgresTarget | null> {
  const cluster = await startOwnCluster()
  if (!cluster) {
    if (process.env.CI) throw new Error('No PostgreSQL 15 or newer at hand: CI needs one.')
    return null
  }
  if (owner === 'trader') await asOwner(cluster.url, ...OWNER)
  await asOwner(cluster.url, `create database faults owner ${owner}`)
  const folder = newFolder()
  const wire = await Wire.to(cluster.url)
  const url = wire.through(`${cluster.url}/faults`).replace('postgres@', `${owner}@`)
  const env = { DATABASE_URL: url }
  const target = await targetOn(folder, env)
  await addPeople(folder)
  return Object.assign(target, {
    cluster,
    wire,
    close: async () => {
      wire.mend()
      await target.server.stop()
      wire.close()
      cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  })
}

/**
 * Adds people through the running server's local socket: staff who price, buy and sell, an agent for the
 * customers, and a person who may read the books.
 */
async function addPeople(folder: string): Promise<void> {
  const settings = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder })
  const backend = await openBackend(settings, { origin: 'http://localhost', as: 'tool' })
  const who = { email: 'admin@demo.test', password: DEMO_PASSWORD }
  const company = COMPANIES[0]!
  const needed = ['Owner', 'Agent', 'finance admin', 'sales admin', 'special access 1']
  const staff = company.staff.filter(({ role, login }) => needed.includes(role) && !login)
  const agents = staff.map(({ under: _, ...person }) => person)
  await ensureCompany(backend, await ensureAdmin(backend, who), { ...company, staff: agents })
  await backend.close()
}
