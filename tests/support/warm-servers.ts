import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { COMPANIES, loginOf } from '../../scripts/demo/people.ts'
import {
  CHEAP_PASSWORDS,
  copyTemplate,
  type Template,
} from '../../scripts/verify/test-databases.ts'
import { asOwner } from '../../tools/cluster.ts'
import { HttpClient, USER_AGENT } from '../../tools/http-client.ts'
import { openServer, type WebServer } from '../../tools/server-process.ts'
import { renewGateway } from './hosted/gateway.ts'

/** The demo companies in a PostgreSQL: a database that others are copied from, and the files beside it. */
export interface DemoTemplate extends Template {
  /** Address of the PostgreSQL, without a database. */
  cluster: string
}

/** A web server on PostgreSQL, and its database. */
export interface PostgresServer extends WebServer {
  demo: DemoTemplate
  database: string
  /** Address of the API of the hosted project that it uses, in the suite `hosted-web`. */
  gateway?: string
}

/** Connects to the database of a server as its owner. */
export const connect = ({ demo, database }: PostgresServer) =>
  postgres(`${demo.cluster}/${database}`, { max: 1, onnotice: () => {} })

/** Cookies of a person who has signed in, by name. */
export type Cookies = [name: string, value: string][]

/** Starts the server that has this place among those of a run. */
export async function startWarm(demo: DemoTemplate, number: number, folder: string) {
  const database = `kalakal_web_${process.pid}_${number}`
  cpSync(demo.files, folder, { recursive: true })
  const url = await copyTemplate(demo.cluster, demo.database, database)
  // The API of field apps belongs to a server of its own in the few tests that are about its absence.
  const env = { DATABASE_URL: url, KALAKAL_PUBLIC_API: '1' }
  const server = await openServer(folder, env, undefined, ['--require', CHEAP_PASSWORDS])
  const warm: PostgresServer = { origin: server.origin, folder, demo, database }
  return { warm, stop: server.stop }
}

const PEOPLE = [
  'admin@demo.test',
  ...COMPANIES.flatMap(({ domain, staff }) =>
    staff.map(({ role, login = loginOf(role) }) => `${login}@${domain}`),
  ),
]

/**
 * Signs every demo person in by a warm server and makes its database the template of the run. A copy of it knows
 * these sessions, as every server has the same secrets.
 *
 * @returns the template, and the cookies of those who may use the web.
 */
export async function withSessions({ origin, demo, database }: PostgresServer) {
  const sessions: Record<string, Cookies> = {}
  for (const email of PEOPLE) {
    const client = new HttpClient(origin, { 'user-agent': USER_AGENT })
    const { status } = await client.signIn(email)
    // 422: the role works in the field app only.
    if (status === 302) sessions[email] = [...client.cookies]
    else if (status !== 422) throw new Error(`${email} cannot sign in: ${status}`)
  }
  const template = `kalakal_web_${process.pid}_template`
  await asOwner(
    demo.cluster,
    `alter database "${database}" with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
    `create database "${template}" template "${database}"`,
    `alter database "${database}" with allow_connections true`,
  )
  return { demo: { ...demo, database: template }, sessions }
}

/** A data folder and a database of the demo companies, for a server of its own. */
export async function copyOfTemplate(demo: DemoTemplate) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-server-'))
  cpSync(demo.files, folder, { recursive: true })
  const database = `kalakal_own_${randomUUID().replaceAll('-', '')}`
  const DATABASE_URL = await copyTemplate(demo.cluster, demo.database, database)
  const drop = async () => {
    await asOwner(demo.cluster, `drop database "${database}" with (force)`)
  }
  return { folder, database, env: { DATABASE_URL }, drop }
}

/** These files belong to the process, not to the companies. */
const OF_THE_PROCESS = ['api.sock', 'secrets.json']

/**
 * Gives a warm server the demo companies as they were loaded; sessions and all else of the file before are gone.
 * It finds its connections cut, and makes new ones.
 */
export async function renew(server: PostgresServer): Promise<void> {
  const { origin, folder, demo, database, gateway } = server
  await copyTemplate(demo.cluster, demo.database, database)
  if (gateway) await renewGateway(gateway)
  for (const name of readdirSync(folder).filter((name) => !OF_THE_PROCESS.includes(name)))
    rmSync(path.join(folder, name), { recursive: true })
  cpSync(demo.files, folder, { recursive: true })
  for (const began = Date.now(); ; ) {
    const response = await fetch(`${origin}/health`)
    if (response.ok) return
    if (Date.now() - began > 30_000)
      throw new Error(`The server has not come back: ${await response.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
