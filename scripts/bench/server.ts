import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { HttpClient } from '../../tools/http-client.ts'
import { childrenOf, openServer, type WebServer } from '../../tools/server-process.ts'
import type { Act } from './act.ts'
import { PASSWORD } from './load.ts'

/** Describes the built server as its own process. */
export interface BenchServer extends WebServer {
  /** Returns the milliseconds of the database's calls for an answered request, once the log has it. */
  logged(id: string): number | undefined
  /** Returns its memory now, in megabytes, with that of its other processes. */
  memory(): number
  /** Returns the milliseconds of processor that it and its other processes have used. */
  processor(): number
  stop(): Promise<void>
}

interface Place {
  /** The checkout with the build. */
  cwd: string
  /** The data folder; it is deleted at the end unless it is given. */
  folder?: string
}

/** Starts a built server and waits until it listens. */
export async function startBenchServer(
  env: Record<string, string>,
  { cwd, folder: given }: Place,
): Promise<BenchServer> {
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'kalakal-bench-'))
  const server = await openServer(folder, env, cwd)
  while (!server.output().includes('"listening"')) await sleep(50)
  server.process.stderr!.pipe(process.stderr)
  const requests = new Map<string, number>()
  let rest = ''
  server.process.stdout!.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const { msg, request, queryMs = 0 } = JSON.parse(line)
      if (msg === 'request') requests.set(request, queryMs)
    }
  })
  return {
    ...server,
    logged: (id) => requests.get(id),
    memory: () => sum(server.process.pid!, memoryOf),
    processor: () => sum(server.process.pid!, processorOf),
    async stop() {
      await server.stop()
      if (!given) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Adds up what a process and those that it has started take. */
const sum = (pid: number, of: (pid: number) => number): number =>
  [pid, ...childrenOf(pid)].reduce((all, one) => all + of(one), 0)

/** Returns the resident memory of a process, in megabytes. */
function memoryOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

/** Is a tick of the clock by which Linux counts the time of processes. */
const TICK_MS = 10

function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

const people = new Map<string, Promise<HttpClient>>()

/** Signs in a user of the data set, such as `owner@p1.bench.test`, once per server because checking a password is slow. */
export function signedIn(origin: string, email: string, password = PASSWORD): Promise<HttpClient> {
  const key = `${origin} ${email}`
  const known = people.get(key) ?? signIn(origin, email, password)
  people.set(key, known)
  return known
}

async function signIn(origin: string, email: string, password: string): Promise<HttpClient> {
  // Browsers ask for packed answers.
  const client = new HttpClient(origin, { 'accept-encoding': 'gzip, deflate, br' })
  const { status } = await client.signIn(email, password)
  if (status !== 302) throw new Error(`${email} cannot sign in: ${status}`)
  return client
}

/** Says that a version does not have a page. */
export class NotThere extends Error {}

/** Fetches a whole page and returns the id of the request. @throws unless the status is 200. */
export async function page(client: HttpClient, address: string): Promise<string> {
  const response = await client.get(address)
  const body = await response.text()
  if (response.status === 404) throw new NotThere(address)
  if (response.status !== 200)
    throw new Error(`${address}: ${response.status} ${body.slice(0, 200)}`)
  return response.headers.get('x-request-id') ?? ''
}

/** Returns the address of a route's data, which a browser that navigates asks for instead of the page. */
export const dataAddress = (whole: string, route: string): string =>
  `${whole}${whole.includes('?') ? '&' : '?'}_data=${route}`

/** Opens a page again and again: each time is a figure of the row. One that gets no answer in time counts as endless. */
export async function opening(
  client: HttpClient,
  row: string,
  given: string,
  each?: (n: number) => string,
): Promise<Act> {
  const address = await whereTo(client, given)
  return async (put, n) => {
    const began = performance.now()
    const request = await page(client, each?.(n) ?? address).catch((error: Error) => {
      if (!error.message.includes(': 503 ')) throw error
      return null
    })
    put(
      row,
      request === null ? Number.POSITIVE_INFINITY : performance.now() - began,
      request ?? undefined,
    )
  }
}

/** Follows redirects of an address: some lists redirect to their initial filters. */
export async function whereTo(client: HttpClient, address: string): Promise<string> {
  const response = await client.get(address)
  await response.arrayBuffer()
  return response.headers.get('location') ?? address
}
