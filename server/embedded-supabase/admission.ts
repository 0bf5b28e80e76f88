import type { Disk } from '../disk.ts'
import type { RequestSource } from '../request-source.ts'
import { refuseAddress } from './address-limits.ts'
import {
  callContext,
  EXTERNAL_ANSWER_BYTES,
  LONG_FUNCTIONS,
  LONG_STATEMENT_MS,
} from './call-context.ts'
import { ConcurrencyLimiter, PGLITE_LIMITS, POSTGRES_LIMITS } from './concurrency-limiter.ts'
import { refuseWithoutRoom } from './disk-guard.ts'
import type { ApiRequest } from './endpoints.ts'
import type { ServiceOptions } from './protocol.ts'
import { refusal, tooLarge } from './refusals.ts'
import { claimsOf } from './token.ts'
import { headerOf } from './wire-request.ts'

/** Seconds after which a client that was refused should retry. */
const RETRY_SECONDS = '2'

type Answer = (request: ApiRequest) => Promise<Response>

/**
 * Makes requests wait for a slot of the concurrency limiter, and holds external clients to their limits. The server's
 * own requests, which have no source, pass at once.
 */
export function admission(options: ServiceOptions, disk: Disk | null, answer: Answer) {
  const limiter = new ConcurrencyLimiter(options.databaseUrl ? POSTGRES_LIMITS : PGLITE_LIMITS)

  return async (request: ApiRequest, signal: AbortSignal): Promise<Response> => {
    const { source } = request
    // For accounts and files the library makes queries of its own, some of them outside of a transaction.
    const long = LONG_FUNCTIONS.test(request.address.split('?', 1)[0]!)
    const context = {
      ...(long && { statementMs: LONG_STATEMENT_MS }),
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
    const key = clientKey(request, source, options)
    const release = await limiter.acquire(key, source.external, signal)
    if (!release) return tooMany(source.external)
    try {
      // Each request starts in an iteration of its own, so that its transaction on PGlite's one connection is alone.
      if (!options.databaseUrl) await new Promise((resolve) => setImmediate(resolve))
      signal.throwIfAborted()
      const response = await run()
      return source.external ? await limitSize(request, response) : response
    } finally {
      release()
    }
  }
}

/** Returns the key of a client: the user of a token that was signed here, else the client's network. */
function clientKey(
  request: ApiRequest,
  { address }: RequestSource,
  { jwtSecret }: ServiceOptions,
): string {
  const [, token = ''] = (headerOf(request, 'authorization') ?? '').split(' ')
  const claims = claimsOf(token, jwtSecret)
  if (claims) return `user ${claims.sub}`
  // The owner of one IPv6 address usually has the whole /64 network.
  return `address ${address?.includes(':') ? address.split(':', 4).join(':') : address}`
}

function tooMany(external: boolean): Response {
  const message = 'You have too many requests waiting. Try again in a moment.'
  return refusal(external ? 429 : 503, '53400', 'too_many_requests', message, {
    'Retry-After': RETRY_SECONDS,
  })
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
