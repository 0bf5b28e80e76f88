import type { Disk } from '../../disk.ts'
import type { RequestSource } from '../../request-source.ts'
import { type Claims, claimsOf } from '../accounts/token.ts'
import {
  callContext,
  EXTERNAL_ANSWER_BYTES,
  LONG_FUNCTIONS,
  LONG_STATEMENT_MS,
  PATIENT_FUNCTIONS,
} from '../database/call-context.ts'
import type { ServiceOptions } from '../protocol.ts'
import { refuseAddress } from './address-limits.ts'
import { ConcurrencyLimiter, PGLITE_LIMITS, POSTGRES_LIMITS } from './concurrency-limiter.ts'
import { refuseWithoutRoom } from './disk-guard.ts'
import type { ApiRequest } from './endpoints.ts'
import { refusal, tooLarge } from './refusals.ts'
import { headerOf } from './wire-request.ts'

/** Seconds after which a client that was refused should retry. */
const RETRY_SECONDS = '2'

type Answer = (request: ApiRequest) => Promise<Response>

/**
 * Makes requests and calls wait for a slot of the concurrency limiter, and holds external clients to their limits. The server's
 * own requests, which have no source, pass at once.
 */
export function admission(options: ServiceOptions, disk: Disk | null) {
  const limiter = new ConcurrencyLimiter(options.databaseUrl ? POSTGRES_LIMITS : PGLITE_LIMITS)

  /** Does work when it is the client's turn; null when too many wait. */
  async function inTurn<T>(
    key: string,
    { external, path }: { external: boolean; path: string },
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T | null> {
    const patient = !options.databaseUrl && PATIENT_FUNCTIONS.test(path)
    const release = await limiter.acquire(key, { external, patient }, signal)
    if (!release) return null
    try {
      // Each request starts in an iteration of its own, so that its transaction on PGlite's one connection is alone.
      if (!options.databaseUrl) await new Promise((resolve) => setImmediate(resolve))
      signal.throwIfAborted()
      return await work()
    } finally {
      release()
    }
  }

  async function admitRequest(request: ApiRequest, signal: AbortSignal, answer: Answer) {
    const { source } = request
    // For accounts and files the library makes queries of its own, some of them outside of a transaction.
    const path = request.address.split('?', 1)[0]!
    const context = {
      ...timeOf(path),
      external: request.endpoint === 'rest' && source?.external === true,
      ranged: headerOf(request, 'range') !== undefined,
      signal,
    }
    const run = () => callContext.run(context, () => answer(request))
    const noRoom = disk && refuseWithoutRoom(request, disk, !options.databaseUrl)
    if (noRoom) return noRoom
    if (!source || headerOf(request, 'apikey') === options.secretKey) return run()
    const refused = source.external && refuseAddress(request.url)
    if (refused) return refused
    const sized = async () => {
      const response = await run()
      return source.external ? limitSize(request, response) : response
    }
    const key = clientKey(request, source, options)
    const { external } = source
    return (await inTurn(key, { external, path }, signal, sized)) ?? tooMany(external)
  }

  /** The call of a person of the web, who is no external client; null when too many wait. */
  function admitCall<T>(
    { name, claims }: { name: string; claims: Claims },
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T | null> {
    const path = `/rest/v1/rpc/${name}`
    const external = false
    const context = { ...timeOf(path), external, ranged: false, signal }
    const run = () => callContext.run(context, work)
    return inTurn(userKey(claims), { external, path }, signal, run)
  }

  return { request: admitRequest, call: admitCall }
}

const timeOf = (path: string) =>
  LONG_FUNCTIONS.test(path) ? { statementMs: LONG_STATEMENT_MS } : {}

const userKey = ({ sub }: Claims) => `user ${sub}`

/** Returns the key of a client: the user of a token that was signed here, else the client's network. */
function clientKey(
  request: ApiRequest,
  { address }: RequestSource,
  { jwtSecret }: ServiceOptions,
): string {
  const [, token = ''] = (headerOf(request, 'authorization') ?? '').split(' ')
  const claims = claimsOf(token, jwtSecret)
  if (claims) return userKey(claims)
  // The owner of one IPv6 address usually has the whole /64 network.
  return `address ${address?.includes(':') ? address.split(':', 4).join(':') : address}`
}

/** Refuses a client of whom too many requests wait. */
export const QUEUE_FULL = {
  code: '53400',
  hint: 'too_many_requests',
  message: 'You have too many requests waiting. Try again in a moment.',
}

function tooMany(external: boolean): Response {
  const { code, hint, message } = QUEUE_FULL
  return refusal(external ? 429 : 503, code, hint, message, { 'Retry-After': RETRY_SECONDS })
}

/** Refuses a large answer of a query or function. That of a write of rows was measured before its commit (batches.ts). */
async function limitSize({ method, url }: ApiRequest, response: Response): Promise<Response> {
  const limited = /^(GET|HEAD)$/.test(method) || new URL(url).pathname.startsWith('/rest/v1/rpc/')
  if (!limited || !response.body) return response
  const body = await response.arrayBuffer()
  if (body.byteLength <= EXTERNAL_ANSWER_BYTES) return new Response(body, response)
  const { status, code, hint, message } = tooLarge()
  return refusal(status, code, hint, message)
}
