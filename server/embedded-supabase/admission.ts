import type { AskedBy } from '../asked.ts'
import type { Disk } from '../disk.ts'
import { refuseAddress } from './address-limits.ts'
import { refuseWithoutRoom } from './disk-guard.ts'
import { PGLITE_SIZES, Places, POSTGRES_SIZES } from './places.ts'
import type { WireRequest, WorkerOptions } from './protocol.ts'
import { refusal, tooLarge } from './refusals.ts'
import { OUTSIDE_ANSWER_BYTES, scope } from './scope.ts'
import { claimsOf } from './token.ts'

/** When to ask again, in seconds. */
const RETRY_SECONDS = '2'

type Answer = (request: WireRequest) => Promise<Response>

/**
 * Lets a request in when it is its turn, and holds those from outside to their limits. The server's own questions, which
 * say nothing of who asks, pass at once.
 */
export function admission(options: WorkerOptions, disk: Disk | null, answer: Answer) {
  const places = new Places(options.databaseUrl ? POSTGRES_SIZES : PGLITE_SIZES)

  return async (request: WireRequest, signal: AbortSignal): Promise<Response> => {
    const { by } = request
    const headers = new Headers(request.headers)
    // Accounts and files are asked for by the library's own questions, some of them outside of a transaction.
    const asksRows = new URL(request.url).pathname.startsWith('/rest/v1/')
    const own = { outside: asksRows && by?.outside === true, ranged: headers.has('range'), signal }
    const within = () => scope.run(own, () => answer(request))
    const noRoom = disk && refuseWithoutRoom(request, disk, !options.databaseUrl)
    if (noRoom) return noRoom
    if (!by || headers.get('apikey') === options.secretKey) return within()
    const refused = by.outside && refuseAddress(request.url)
    if (refused) return refused
    const leave = await places.enter(personOf(headers, by, options), by.outside, signal)
    if (!leave) return tooMany(by.outside)
    try {
      // Each request begins in a turn of its own, so that its transaction on PGlite's one connection is alone.
      await new Promise((resolve) => setImmediate(resolve))
      signal.throwIfAborted()
      const given = await within()
      return by.outside ? await withinSize(request, given) : given
    } finally {
      leave()
    }
  }
}

/** Who asks: the person of a token that was signed here, else the network of the client. */
function personOf(headers: Headers, { address }: AskedBy, { jwtSecret }: WorkerOptions): string {
  const [, token = ''] = (headers.get('authorization') ?? '').split(' ')
  const claims = claimsOf(token, jwtSecret)
  if (claims) return `person ${claims.sub}`
  // Whoever has one address of the newer kind has all that begin alike.
  return `address ${address?.includes(':') ? address.split(':', 4).join(':') : address}`
}

function tooMany(outside: boolean): Response {
  const message = 'You have too many requests waiting. Try again in a moment.'
  return refusal(outside ? 429 : 503, '53400', 'too_many_requests', message, {
    'Retry-After': RETRY_SECONDS,
  })
}

/** What a function answered may be large; what was written by rows is done already. */
async function withinSize({ method, url }: WireRequest, given: Response): Promise<Response> {
  const asked = /^(GET|HEAD)$/.test(method) || new URL(url).pathname.startsWith('/rest/v1/rpc/')
  if (!asked || !given.body) return given
  const body = await given.arrayBuffer()
  if (body.byteLength <= OUTSIDE_ANSWER_BYTES) return new Response(body, given)
  const { status, code, hint, message } = tooLarge()
  return refusal(status, code, hint, message)
}
