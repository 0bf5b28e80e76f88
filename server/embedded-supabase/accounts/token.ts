import { createHmac, timingSafeEqual } from 'node:crypto'
import { REQUEST_VARIABLES } from '../api/lite-internals.ts'

/** The service that tokens are made for, as Supabase names it in `aud`. */
const AUDIENCE = 'authenticated'

/** A token's content, as far as it is looked at here. */
export interface Claims {
  sub: string
  session_id: string
  role: string
}

/** A request on its way through the library (Hono). */
interface Passing {
  req: { path: string; header(name: string): string | undefined }
  set(name: string, value: unknown): void
}

/**
 * Reads the token of a question to the database once. The library checks its signature twice, each time on other
 * threads, and asks twice for the account and the session, whose answers it does not heed there: that the session
 * stands is asked by the policies themselves (`private.current_user_id`). What is not plainly a good token is left to the library,
 * which says what is wrong with it.
 */
export function readToken(secret: string) {
  return async (request: Passing, next: () => Promise<void>): Promise<Response | undefined> => {
    const token = /^Bearer\s+([\w.-]+)\s*$/i.exec(request.req.header('authorization') ?? '')?.[1]
    // The library does not look at the audience: docs/upstream/lite-audience.md.
    if (token && isOfAnotherAudience(token, secret)) return foreign()
    const claims =
      token && request.req.path.startsWith('/rest/v1/') ? claimsOf(token, secret) : null
    if (claims) {
      request.set(REQUEST_VARIABLES.claims, claims)
      request.set(REQUEST_VARIABLES.user, claims.sub)
      request.set(REQUEST_VARIABLES.session, claims.session_id)
      request.set(REQUEST_VARIABLES.done, true)
    }
    await next()
    return undefined
  }
}

/** Tells that a token was signed here for another service. */
function isOfAnotherAudience(token: string, secret: string): boolean {
  const claims = signedContent(token, secret)
  return claims !== null && !isForUs(claims)
}

const isForUs = ({ aud }: Record<string, unknown>) => [aud].flat().includes(AUDIENCE)

const foreign = () =>
  Response.json(
    {
      code: 'PGRST301',
      error_code: 'bad_jwt',
      message: 'This token is for another service.',
      details: null,
      hint: null,
    },
    { status: 401 },
  )

/** Returns the claims of a token that was signed here and is valid now, otherwise null. */
export function claimsOf(token: string, secret: string, now = Date.now()): Claims | null {
  const claims = signedContent(token, secret)
  if (!claims || !isForUs(claims)) return null
  const seconds = Math.floor(now / 1000)
  const { sub, session_id, role, exp, iat, nbf } = claims
  const plain =
    typeof sub === 'string' && typeof session_id === 'string' && role === 'authenticated'
  const timely =
    typeof exp === 'number' && exp > seconds && typeof iat === 'number' && iat <= seconds
  return plain && timely && nbf === undefined ? (claims as unknown as Claims) : null
}

/** Is how many tokens are kept whose signature was right. */
const KEPT = 500
/** Holds what tokens say that were signed here: a browser's comes with each call of each of its requests. */
const kept = new Map<string, { secret: string; content: Record<string, unknown> | null }>()

/** Returns what a token says that was signed here, whatever its time, otherwise null. */
function signedContent(token: string, secret: string): Record<string, unknown> | null {
  const known = kept.get(token)
  if (known?.secret === secret) return known.content && { ...known.content }
  if (!isSigned(token, secret)) return null
  const content = read(token.split('.')[1]!)
  kept.set(token, { secret, content })
  if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
  return content && { ...content }
}

function isSigned(token: string, secret: string): boolean {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  if (more.length > 0 || read(header)?.alg !== 'HS256') return false
  const right = createHmac('sha256', secret).update(`${header}.${payload}`).digest()
  const given = Buffer.from(signature, 'base64url')
  return given.length === right.length && timingSafeEqual(given, right)
}

/** Returns the claims of the person's token that a request carries, or null. */
export function claimsIn(request: Request, secret: string): Claims | null {
  const token = /^Bearer ([\w.-]+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
  return token ? claimsOf(token, secret) : null
}

/** The session of a token that the library has made or checked. */
export function sessionIn(token: string): string | null {
  const session = read(token.split('.')[1] ?? '')?.session_id
  return typeof session === 'string' ? session : null
}

function read(part: string): Record<string, unknown> | null {
  try {
    const content: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof content === 'object' ? (content as Record<string, unknown>) : null
  } catch {
    return null
  }
}
