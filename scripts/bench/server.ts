import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HttpClient } from '../../tools/http-client.ts'
import { childrenOf, openServer, type WebServer } from '../../tools/server-process.ts'
import { PASSWORD } from './load.ts'

/** Describes a line of the server's log about one request. */
interface Logged {
  ms: number
  queries: number
  queryMs: number
}

/** Describes the built server as its own process. */
export interface BenchServer extends WebServer {
  /** Returns the log line of an answered request. */
  logged(id: string): Logged | undefined
  /** Returns its memory now, in bytes, with that of its other processes. */
  memory(): number
  /** Returns the milliseconds of processor that it and its other processes have used. */
  processor(): number
  stop(): Promise<void>
}

/** Starts the built server and waits until all its processes listen. A folder that was not given is deleted at the end; `options` are Node's. */
export async function startBenchServer(
  env: Record<string, string>,
  folder = mkdtempSync(path.join(tmpdir(), 'kalakal-bench-')),
  options: readonly string[] = [],
): Promise<BenchServer> {
  const server = await openServer(folder, env, process.cwd(), options)
  const listening = () => server.output().split('"listening"').length - 1
  while (listening() < Number(env.WEB_CONCURRENCY ?? 1))
    await new Promise((resolve) => setTimeout(resolve, 100))
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
    memory: () => sum(server.process.pid!, memoryOf),
    processor: () => sum(server.process.pid!, processorOf),
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Adds up what a process and those that it has started take. */
const sum = (pid: number, of: (pid: number) => number): number =>
  [pid, ...childrenOf(pid)].reduce((all, one) => all + of(one), 0)

/** Returns the resident memory of a process, in bytes. */
function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
}

/** Is a tick of the clock by which Linux counts the time of processes. */
const TICK_MS = 10

function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

const people = new Map<string, Promise<HttpClient>>()

/**
 * Signs in a user of the data set, such as `owner@p1.bench.test`, once per server because checking a password is slow.
 * `name` is the public address of the server, if it has another.
 */
export function signedIn(origin: string, email: string, name = origin): Promise<HttpClient> {
  const key = `${origin} ${email}`
  const known = people.get(key) ?? signIn(origin, email, name)
  people.set(key, known)
  return known
}

async function signIn(origin: string, email: string, name: string): Promise<HttpClient> {
  // Browsers ask for packed answers.
  const client = new HttpClient(origin, { 'accept-encoding': 'gzip, deflate, br' })
  const { status } = await client.post('/?index', { email, password: PASSWORD }, { origin: name })
  if (status !== 302) throw new Error(`${email} cannot sign in: ${status}`)
  return client
}

/** Fetches a whole page. @throws unless the status is 200. */
export async function page(client: HttpClient, address: string): Promise<{ id: string }> {
  const response = await client.get(address)
  const body = await response.text()
  if (response.status !== 200)
    throw new Error(`${address}: ${response.status} ${body.slice(0, 200)}`)
  return { id: response.headers.get('x-request-id') ?? '' }
}

/** Returns the address of a route's data, which a browser that navigates asks for instead of the page. */
export const dataAddress = (whole: string, route: string): string =>
  `${whole}${whole.includes('?') ? '&' : '?'}_data=${route}`

/** Follows redirects of an address: some lists redirect to their initial filters. */
export async function whereTo(client: HttpClient, address: string): Promise<string> {
  const response = await client.get(address)
  await response.arrayBuffer()
  return response.headers.get('location') ?? address
}
