import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openServer, type WebServer } from '../../tests/support/server-process.ts'
import { Visitor } from '../../tests/support/visitor.ts'
import { PASSWORD } from './load.ts'

/** A line of the server's own log about one request. */
interface Logged {
  ms: number
  queries: number
  queryMs: number
}

/** The built server as its own process. */
export interface BenchServer extends WebServer {
  /** What the server says of a request that it answered. */
  logged(id: string): Logged | undefined
  /** Memory that it holds now, in bytes. */
  memory(): number
  stop(): Promise<void>
}

/** Starts the built server and waits until it listens; a folder that is not given is thrown away at the end. */
export async function startServer(
  env: Record<string, string>,
  folder = mkdtempSync(path.join(tmpdir(), 'kalakal-bench-')),
): Promise<BenchServer> {
  const server = await openServer(folder, env)
  server.process.stderr!.pipe(process.stderr)
  const requests = new Map<string, Logged>()
  let rest = ''
  server.process.stdout!.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { msg, request, ms, queries = 0, queryMs = 0 } = JSON.parse(line)
      if (msg === 'request') requests.set(request, { ms, queries, queryMs })
    }
  })
  return {
    ...server,
    logged: (id) => requests.get(id),
    memory: () => memoryOf(server.process.pid!),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Resident memory of a process, in bytes. */
function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

const people = new Map<string, Promise<Visitor>>()

/**
 * A person of the data set who has signed in, such as `owner@p1.bench.test`: once a server, as checking a password takes
 * its time. `name` is the address that the server goes by, if it has another.
 */
export function signedIn(origin: string, email: string, name = origin): Promise<Visitor> {
  const key = `${origin} ${email}`
  const known = people.get(key) ?? signIn(origin, email, name)
  people.set(key, known)
  return known
}

async function signIn(origin: string, email: string, name: string): Promise<Visitor> {
  const visitor = new Visitor(origin)
  const { status } = await visitor.post('/?index', { email, password: PASSWORD }, { origin: name })
  if (status !== 302) throw new Error(`${email} cannot sign in: ${status}`)
  return visitor
}

/** Fetches a page whole. @throws unless it is there. */
export async function page(visitor: Visitor, address: string): Promise<{ id: string }> {
  const response = await visitor.get(address)
  const body = await response.text()
  if (response.status !== 200)
    throw new Error(`${address}: ${response.status} ${body.slice(0, 200)}`)
  return { id: response.headers.get('x-request-id') ?? '' }
}

/** Where an address leads: some lists redirect to the filters that they begin with. */
export async function whereTo(visitor: Visitor, address: string): Promise<string> {
  const response = await visitor.get(address)
  await response.arrayBuffer()
  return response.headers.get('location') ?? address
}
