import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { copyTemplate } from '../../scripts/verify/test-databases.ts'
import { type Backend, openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { personClient } from '../../server/supabase.ts'
import { asOwner } from '../../tools/cluster.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer, type RunningServer } from '../../tools/server-process.ts'
import { ALLOWED, Comparison, type Difference } from '../support/hosted/differences.ts'
import { type Gateway, startGateway } from '../support/hosted/gateway.ts'
import { makeKeys } from '../support/hosted/keys.ts'
import { tradeAtRandom } from '../support/random-trade.ts'
import { FRESH, NIGHTLY } from '../support/rounds.ts'
import { routeTable } from '../support/routes.ts'

/** A request that the web server or a client sent to PostgREST, and its answer. */
interface Sent {
  method: string
  address: string
  headers: [string, string][]
  body: string
  status: number
  answer: string
}

const hosted = inject('hosted')!
const demo = inject('demo')!
const [played, copied] = ['played', 'copied'].map((name) => `${name}_${randomUUID().slice(0, 8)}`)
const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-replay-'))
const sent: Sent[] = []
let gateway: Gateway
let web: RunningServer
let embedded: Backend
let recording = false
/** Requests that screens made already: nothing changes while they are opened, so the same request has the same answer. */
let asked: Set<string> | null = null

/** People who open screens: each all; in the short form two, who open every second one between them. */
const PEOPLE = NIGHTLY
  ? [
      'owner',
      'special-access-1',
      'finance-admin',
      'warehouse',
      'expenses-and-disbursements',
      'sales-admin',
    ]
  : ['owner', 'special-access-1']
const BOOKINGS = NIGHTLY ? 60 : 12

async function seen(request: Request, answer: Response): Promise<void> {
  // The secret key of one API is none of the other.
  const secret = gateway.env.SUPABASE_SECRET_KEY
  if (!recording || request.headers.get('apikey') === secret) return
  const { pathname, search } = new URL(request.url)
  const { method } = request
  const [body, text] = [
    method === 'GET' || method === 'HEAD' ? '' : await request.text(),
    await answer.text(),
  ]
  const key = [method, pathname, search, request.headers.get('authorization'), body].join('\n')
  if (asked?.has(key)) return
  asked?.add(key)
  sent.push({
    method,
    address: pathname + search,
    headers: [...request.headers],
    body,
    status: answer.status,
    answer: text,
  })
}

beforeAll(async () => {
  cpSync(demo.files, folder, { recursive: true })
  const database = await copyTemplate(demo.cluster, demo.database, played!)
  const keys = await makeKeys(hosted.key)
  gateway = await startGateway({ database, postgrest: hosted.postgrest, keys, folder, seen })
  web = await openServer(folder, gateway.env)
}, 90_000)
afterAll(async () => {
  await web?.stop()
  await gateway?.stop()
  await embedded?.close()
  for (const name of [played, copied])
    await asOwner(demo.cluster, `drop database if exists ${name} with (force)`)
  rmSync(folder, { recursive: true, force: true })
})

/** Signs people in, and copies the database with their sessions for the embedded API. */
async function signIn() {
  const backend = await openBackend(readEnv({ NODE_ENV: 'test', ...gateway.env }), {
    origin: web.origin,
    as: 'tool',
  })
  const clients = await Promise.all(
    PEOPLE.map((login) => HttpClient.signedIn(web.origin, `${login}@demo.test`)),
  )
  const [clerk, finance] = await Promise.all(
    ['special-access-1', 'finance-admin'].map(async (login) => {
      const db = personClient(backend)
      const { error } = await db.auth.signInWithPassword({
        email: `${login}@demo.test`,
        password: DEMO_PASSWORD,
      })
      if (error) throw error
      return db
    }),
  )
  await asOwner(
    demo.cluster,
    `alter database ${played} with allow_connections false`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${played}'`,
    `create database ${copied} template ${played}`,
    `alter database ${played} with allow_connections true`,
  )
  await gateway.restart()
  return { clients, clerk: clerk!, finance: finance! }
}

it('answers what the product asks as PostgREST does, but for the differences that are listed', async () => {
  const began = Date.now()
  const { clients, clerk, finance } = await signIn()
  recording = true
  await tradeAtRandom(clerk, finance, DEMO_ID, 20_261_124, BOOKINGS)
  const addresses = (await routeTable()).flatMap(({ address, loader, id }) =>
    address && loader && !/[:*]|excel/.test(address) ? `${address}?_data=${id}` : [],
  )
  asked = new Set()
  const every = NIGHTLY ? 1 : 2 * clients.length
  for (const [at, client] of clients.entries())
    for (const [n, address] of addresses.entries())
      if ((n + FRESH + at) % every === 0) await client.get(address)
  recording = false
  await web.stop()

  // The embedded API belongs to a superuser, as on a PostgreSQL of one's own.
  embedded = await openBackend(
    readEnv({
      NODE_ENV: 'test',
      KALAKAL_DATA_DIR: path.join(folder, 'embedded'),
      DATABASE_URL: `${demo.cluster.replace('postgres@', 'supabase_admin@')}/${copied}`,
      KALAKAL_SIGNING_KEYS: JSON.stringify(hosted.key),
      SUPABASE_PUBLISHABLE_KEY: gateway.env.SUPABASE_PUBLISHABLE_KEY,
      SUPABASE_SECRET_KEY: gateway.env.SUPABASE_SECRET_KEY,
    }),
    { origin: 'http://localhost', as: 'tool' },
  )
  const comparison = new Comparison(began)
  for (const { method, address, headers, body, status, answer } of sent) {
    const again = await embedded.fetch(
      `http://embedded.localhost${comparison.translated(address)}`,
      {
        method,
        headers: headers.filter(([name]) => !/^(host|content-length|connection)$/.test(name)),
        ...(body && { body: comparison.translated(body) }),
      },
    )
    const read = (text: string): unknown => (text ? JSON.parse(text) : null)
    const at = `${method} ${address.slice(0, 120)}`
    const andAgain = await again.text()
    comparison.compare(
      at,
      { status, body: read(answer) },
      { status: again.status, body: read(andAgain) },
    )
  }
  const counts = new Map<string, Difference[]>()
  for (const found of comparison.found)
    counts.set(found.kind, [...(counts.get(found.kind) ?? []), found])
  process.stdout.write(
    `${sent.length} requests replayed; ${[...counts].map(([kind, all]) => `${kind}: ${all.length}`).join('; ')}\n`,
  )
  expect((counts.get('ANOTHER') ?? []).slice(0, 20)).toEqual([])
  expect(sent.length).toBeGreaterThan(NIGHTLY ? 500 : 100)
  // Some screens and commands of each person are there.
  expect(new Set(sent.map(({ method }) => method))).toContain('POST')
  expect(ALLOWED).toEqual(expect.arrayContaining([...counts.keys()]))
}, 600_000)
