import { z } from 'zod/mini'
import type { WireRequest } from '../protocol.ts'
import { refusal } from './refusals.ts'

/**
 * One entry of the allow-list of requests that the embedded API answers; any other request is 404. The address is
 * decoded once, here, and passed on in canonical form, so that later checks and the library read the same text.
 */
interface Endpoint {
  /** Selects the code that answers it (answer.ts). */
  name: EndpointName
  methods: readonly string[]
  /** The whole decoded path. */
  path: RegExp
  /** Names of the parameters that it takes, once each; null hands the query on as it is. */
  query: readonly string[] | null
  /** The one grant of a sign-in that it is for. */
  grant?: 'password' | 'refresh_token'
  /** Shape of its JSON; other members are dropped. Null hands the body on as it is. */
  body: z.ZodMiniType | null
  /** Largest body of an external client, in bytes. */
  limit: number
  /** False where only the server itself may ask, with the secret key. */
  open: boolean
  /** The kind of attempt that the rate limit counts (docs/field-api.md). */
  counts?: 'sign_in' | 'reset'
}

/** `auth` and `files` are answered by the library as they are. */
type EndpointName =
  | 'sign_in'
  | 'refresh'
  | 'verify'
  | 'resend'
  | 'password_change'
  | 'auth'
  | 'admin_users'
  | 'rest'
  | 'upload'
  | 'files'
  | 'health'
  | 'system'
  | 'backup'

const KIB = 1024
const MIB = 1024 * KIB

/** PostgreSQL's text has no NUL. */
const isText = z.refine((text) => !String(text).includes('\0'))
/** Accounts are found by this spelling of their address, and attempts are counted by it. */
const email = z.pipe(
  z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(320), isText),
  z.string(),
)
const secret = z.string().check(z.maxLength(1000), isText)
const nothing = z.object({})

const auth = (
  name: EndpointName,
  methods: Endpoint['methods'],
  path: string,
  rest: Partial<Endpoint> = {},
): Endpoint => ({
  name,
  methods,
  path: new RegExp(`^/auth/v1/${path}$`),
  query: [],
  body: nothing,
  limit: 10 * KIB,
  open: true,
  ...rest,
})

const NAME = '[A-Za-z_][A-Za-z0-9_]{0,62}'
const UUID = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const BUCKET = '(?:logos|documents|vouchers)'
/** A file's key: folders of ids and names, and a name with its kind. */
const KEY = '(?:[\\w-]+/)*[\\w-]+\\.[a-z]+'
const FILE = new RegExp(`^/storage/v1/object/${BUCKET}/${KEY}$`)

const ENDPOINTS: readonly Endpoint[] = [
  auth('sign_in', ['POST'], 'token', {
    query: ['grant_type'],
    grant: 'password',
    body: z.object({ email, password: secret }),
    counts: 'sign_in',
  }),
  auth('refresh', ['POST'], 'token', {
    query: ['grant_type'],
    grant: 'refresh_token',
    body: z.object({ refresh_token: z.string().check(z.maxLength(200), isText) }),
  }),
  auth('verify', ['POST'], 'verify', {
    body: z.object({ type: secret, token_hash: secret }),
  }),
  auth('auth', ['POST'], 'recover', { body: z.object({ email }), counts: 'reset' }),
  auth('resend', ['POST'], 'resend', {
    body: z.object({ type: z.literal('signup'), email }),
    counts: 'reset',
  }),
  auth('auth', ['POST'], 'logout', { query: ['scope'] }),
  auth('auth', ['GET'], 'user', { body: null }),
  auth('password_change', ['PUT'], 'user', {
    body: z.strictObject({
      password: secret,
      current_password: z.optional(secret),
      // supabase-js sends these; they have no use here.
      code_challenge: z.optional(z.null()),
      code_challenge_method: z.optional(z.null()),
    }),
  }),
  auth('auth', ['GET'], '(?:health|settings|\\.well-known/jwks\\.json)', { body: null }),
  auth('admin_users', ['GET', 'POST'], 'admin/users', {
    query: ['page', 'per_page'],
    body: null,
    open: false,
  }),
  auth('admin_users', ['GET', 'PUT', 'DELETE'], `admin/users/${UUID}`, { body: null, open: false }),
  {
    name: 'rest',
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    path: new RegExp(`^/rest/v1/${NAME}$`),
    query: null,
    body: null,
    limit: 2 * MIB,
    open: true,
  },
  {
    name: 'rest',
    methods: ['GET', 'HEAD', 'POST'],
    path: new RegExp(`^/rest/v1/rpc/${NAME}$`),
    query: null,
    body: null,
    limit: 2 * MIB,
    open: true,
  },
  {
    name: 'files',
    methods: ['GET', 'HEAD'],
    path: FILE,
    query: [],
    body: null,
    limit: 10 * KIB,
    open: true,
  },
  {
    name: 'upload',
    methods: ['POST'],
    path: FILE,
    query: [],
    body: null,
    limit: 6 * MIB,
    open: true,
  },
  {
    name: 'files',
    methods: ['DELETE'],
    path: new RegExp(`^/storage/v1/object/${BUCKET}$`),
    query: [],
    body: null,
    limit: 10 * KIB,
    open: true,
  },
  {
    name: 'health',
    methods: ['GET'],
    path: /^\/kalakal\/v1\/health$/,
    query: ['files'],
    body: null,
    limit: 10 * KIB,
    open: false,
  },
  {
    name: 'system',
    methods: ['GET'],
    path: /^\/kalakal\/v1\/system$/,
    query: [],
    body: null,
    limit: 10 * KIB,
    open: false,
  },
  {
    name: 'backup',
    methods: ['POST'],
    path: /^\/kalakal\/v1\/backup$/,
    query: [],
    body: null,
    limit: 10 * KIB,
    open: false,
  },
]

/** An address in canonical form, and its endpoint. */
export interface Call {
  endpoint: Endpoint
  /** Path and query, without the host. */
  address: string
}

/** Returns the endpoint and the canonical address of a request, or the refusal of one that is not on the list. */
export function readAddress(method: string, url: string): Call | Response {
  const { pathname, searchParams, search } = new URL(url, 'http://embedded.localhost')
  const path = decoded(pathname)
  const grants = searchParams.getAll('grant_type').join()
  const endpoint = ENDPOINTS.find(
    (one) =>
      one.methods.includes(method) && one.path.test(path) && (one.grant ?? grants) === grants,
  )
  if (!endpoint) return authRefusal(404, 'not_found', 'There is nothing at this address.')
  if (!endpoint.query) return { endpoint, address: path + search }
  const query = new URLSearchParams()
  for (const name of endpoint.query) {
    const [value, ...more] = searchParams.getAll(name)
    if (more.length > 0) return authRefusal(400, 'validation_failed', `${name} is given twice.`)
    if (value !== undefined) query.set(name, value)
  }
  return { endpoint, address: query.size > 0 ? `${path}?${query}` : path }
}

/** Returns the body of a call in the shape that its endpoint takes, or the refusal of another one. */
export function readJson({ endpoint }: Call, body: Uint8Array): object | null | Response {
  if (!endpoint.body) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    return endpoint.body.parse(text === '' ? {} : JSON.parse(text)) as object
  } catch {
    return authRefusal(400, 'validation_failed', 'The body is not what this address takes.')
  }
}

/** A request in canonical form, with the endpoint that answers it. */
export interface ApiRequest extends WireRequest {
  endpoint: EndpointName
  /** Path and query of the address. */
  address: string
}

/** Is how many addresses of rows and functions are kept as they were read. */
const KEPT = 500
const read = new Map<string, Pick<ApiRequest, 'url' | 'endpoint' | 'address'>>()

/** Returns a request in canonical form, or its refusal. */
export function readRequest(wire: WireRequest): ApiRequest | Response {
  // Screens call the same functions again and again, whose addresses have no query.
  const key = `${wire.method} ${wire.url}`
  const known = read.get(key)
  const request = known ? { ...wire, ...known } : readWhole(wire)
  if (request instanceof Response || request.endpoint !== 'rest') return request
  if (wire.body && isTooDeep(new Uint8Array(wire.body)))
    return refusal(400, '54001', 'too_complex', 'The body nests too deep.')
  if (known || key.includes('?')) return request
  const { url, endpoint, address } = request
  read.set(key, { url, endpoint, address })
  if (read.size > KEPT) read.delete(read.keys().next().value!)
  return request
}

function readWhole(wire: WireRequest): ApiRequest | Response {
  const call = readAddress(wire.method, wire.url)
  if (call instanceof Response) return call
  const body = readJson(call, new Uint8Array(wire.body ?? new ArrayBuffer(0)))
  if (body instanceof Response) return body
  const { origin } = new URL(wire.url)
  const { address } = call
  const url = origin + address
  const endpoint = call.endpoint.name
  if (!body || wire.method === 'GET') return { ...wire, url, endpoint, address }
  const headers = wire.headers.filter(([name]) => !BODY_HEADERS.has(name.toLowerCase()))
  headers.push(['content-type', 'application/json'])
  return { ...wire, endpoint, url, address, headers, body: encoded(JSON.stringify(body)) }
}

/** The deepest nesting of a body with rows or arguments: those of commands have five levels. */
const MOST_DEEP = 100
const [QUOTE, BACKSLASH, OPEN_LIST, OPEN, CLOSE_LIST, CLOSE] = [...'"\\[{]}'].map((letter) =>
  letter.charCodeAt(0),
)

/** Tells whether JSON nests deeper than the programs behind can follow, which go down into themselves for each level. */
function isTooDeep(json: Uint8Array): boolean {
  let [depth, isInText] = [0, false]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isInText && byte === BACKSLASH) at++
    else if (byte === QUOTE) isInText = !isInText
    else if (isInText) continue
    else if (byte === OPEN || byte === OPEN_LIST) depth++
    else if (byte === CLOSE || byte === CLOSE_LIST) depth--
    if (depth > MOST_DEEP) return true
  }
  return false
}

const BODY_HEADERS = new Set(['content-type', 'content-length', 'content-encoding'])

const encoded = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer

/** Returns an empty text, which no endpoint has, for a path that cannot be decoded. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return ''
  }
}

/** Returns a refusal in the format of Supabase's account service. */
export function authRefusal(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status })
}
