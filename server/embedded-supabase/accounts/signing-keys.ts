import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { z } from 'zod/mini'
import { ConfigurationError } from '../../env.ts'
import { authRefusal } from '../api/endpoints.ts'

/**
 * The tokens of people, outside and inside of the embedded API. With keys in the environment they are signed with ES256
 * outside, so that others can check them by the public keys. The library signs and checks HS256 alone: what passes
 * in or out of it is signed anew, with a secret that follows from the keys and that nobody outside has.
 *
 * Upstream: docs/upstream/lite-keys.md.
 */
export interface TokenBorder {
  /** Returns the headers of a request with its token as the library reads it, or the refusal of another token. */
  inward(headers: readonly [string, string][]): [string, string][] | Response
  /** Returns an answer with its token, if it has one, as people get it. */
  outward(address: string, response: Response): Promise<Response>
}

const keyShape = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
  kid: z.string().check(z.minLength(1)),
})
const keysShape = z.array(keyShape).check(z.minLength(1))
type SigningKey = z.infer<typeof keyShape>

/**
 * Reads KALAKAL_SIGNING_KEYS: one or more private keys as `supabase gen signing-key --algorithm ES256` writes them. The
 * first one signs, all of them check, so that a new one can be put before the old one.
 *
 * @throws ConfigurationError when the text is something else.
 */
export function readSigningKeys(text: string): SigningKey[] {
  try {
    const content: unknown = JSON.parse(text)
    const keys = keysShape.parse([content].flat())
    if (new Set(keys.map(({ kid }) => kid)).size < keys.length)
      throw new Error('A kid is there twice.')
    for (const key of keys) createPrivateKey({ key, format: 'jwk' })
    return keys
  } catch {
    throw new ConfigurationError(
      'Wrong configuration:\n  KALAKAL_SIGNING_KEYS is no list of ES256 keys: make one with `npx supabase gen signing-key --algorithm ES256`',
    )
  }
}

/**
 * Returns a secret that follows from the keys, for one purpose: web servers with the same keys have the same secrets. The
 * oldest key decides, which stays where a new one is put before it.
 */
export function secretOf(keys: readonly SigningKey[], purpose: string): string {
  return createHmac('sha256', keys.at(-1)!.d).update(purpose).digest('base64url')
}

/** Makes the border of an API with these keys; `secret` is that of the library. */
export function tokenBorder(keys: readonly SigningKey[], secret: string): TokenBorder {
  const first = keys[0]!
  const privateKey = createPrivateKey({ key: first, format: 'jwk' })
  const open = new Map<unknown, KeyObject>(
    keys.map(({ d, ...key }) => [key.kid, createPublicKey({ key, format: 'jwk' })]),
  )
  const shown = keys.map(({ kty, crv, x, y, kid }) => ({
    kty,
    crv,
    x,
    y,
    kid,
    alg: 'ES256',
    use: 'sig',
  }))
  const outside = { alg: 'ES256', kid: first.kid, typ: 'JWT' }
  const inside = part({ alg: 'HS256', typ: 'JWT' })

  const toInside = (token: string): string | null => {
    const [header = '', payload = '', signature = '', ...more] = token.split('.')
    const said = read(header)
    const key = said?.alg === 'ES256' && more.length === 0 ? open.get(said.kid) : undefined
    const signed = Buffer.from(`${header}.${payload}`)
    const given = Buffer.from(signature, 'base64url')
    if (!key || !verify('sha256', signed, { key, ...RAW }, given)) return null
    const again = `${inside}.${payload}`
    return `${again}.${createHmac('sha256', secret).update(again).digest('base64url')}`
  }
  const toOutside = (token: string): string => {
    const signed = `${part(outside)}.${token.split('.')[1]}`
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, ...RAW })
    return `${signed}.${signature.toString('base64url')}`
  }

  return {
    inward(headers) {
      const passed: [string, string][] = []
      for (const [name, value] of headers) {
        const token =
          name.toLowerCase() === 'authorization' && /^Bearer ([^\s.]+\.\S+)$/i.exec(value)?.[1]
        const known = token ? toInside(token) : null
        if (token && !known) return authRefusal(401, 'bad_jwt', 'This token was not signed here.')
        passed.push([name, known ? `Bearer ${known}` : value])
      }
      return passed
    },
    async outward(address, response) {
      const { pathname } = new URL(address)
      if (pathname === '/auth/v1/.well-known/jwks.json') return Response.json({ keys: shown })
      if (!response.ok || !/^\/auth\/v1\/(token|verify)$/.test(pathname)) return response
      const answer = (await response.json()) as { access_token?: string }
      const { access_token: token } = answer
      return Response.json(token ? { ...answer, access_token: toOutside(token) } : answer, {
        status: response.status,
      })
    },
  }
}

/** The form of a signature in a token. */
const RAW = { dsaEncoding: 'ieee-p1363' } as const

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')

function read(text: string): { alg?: unknown; kid?: unknown } | null {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as { alg?: unknown }
  } catch {
    return null
  }
}
