import { createHash } from 'node:crypto'
import { EncryptJWT, type JWTPayload, jwtDecrypt } from 'jose'
import { cookieAttributes, cookieName } from '../../app/platform/access/session.server.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** A way into the product: the cookie of one opens nothing of the other. */
export interface Door {
  cookie: 'session' | 'field'
  /** The time that a session lives without use, and in any case. */
  idleSeconds: number
  absoluteSeconds: number
  /** Age from which on the cookie is written again, with new idle time. */
  renewSeconds: number
}

const OFFICE: Door = {
  cookie: 'session',
  idleSeconds: HOUR,
  absoluteSeconds: 12 * HOUR,
  renewSeconds: 5 * MINUTE,
}

/** The app for the field: a phone may be out of reach for days. */
export const FIELD: Door = {
  cookie: 'field',
  idleSeconds: 30 * 24 * HOUR,
  absoluteSeconds: 30 * 24 * HOUR,
  renewSeconds: 30 * 24 * HOUR,
}

/** Browsers keep 4,096 bytes of a cookie, name and attributes included. */
const CHUNK = 3600
const ALGORITHMS = { alg: 'dir', enc: 'A256GCM' } as const
const ACCEPTED = {
  keyManagementAlgorithms: [ALGORITHMS.alg],
  contentEncryptionAlgorithms: [ALGORITHMS.enc],
}

/** Supabase-js renews a token that ends sooner than this (EXPIRY_MARGIN_MS). */
const MARGIN_SECONDS = 90

/** Content of the cookie: an encrypted JWT, issued when the cookie was written. */
interface Sealed extends JWTPayload {
  values: [string, string][]
  /** Time of the sign-in, in seconds since 1970. */
  auth_time: number
}

/**
 * Keeps the session of one request. @supabase/ssr reads and writes it as named values; the browser holds
 * them in one encrypted cookie (JWE, A256GCM), so that no token is ever readable there. Idle or old for too long, it
 * counts as empty. Each door has a key of its own.
 */
export class CookieStore {
  readonly #origin: string
  readonly #door: Door
  readonly #key: Uint8Array
  readonly #sent: Map<string, string>
  #values = new Map<string, string>()
  /** The access token of the values with its end; undefined until somebody asks. */
  #token: { text: string; ends: number } | null | undefined
  #started = seconds()
  /** Becomes the cookie's new value: empty ends the session, null leaves what the browser has. */
  #sealed: string | null = null
  #sealing: Promise<void> = Promise.resolve()

  private constructor(origin: string, secret: string, sent: Map<string, string>, door: Door) {
    this.#origin = origin
    this.#door = door
    this.#key = keyOf(secret, door)
    this.#sent = sent
  }

  /** Reads a request's cookies. */
  static async open(
    header: string | undefined,
    origin: string,
    secret: string,
    door = OFFICE,
  ): Promise<CookieStore> {
    const store = new CookieStore(origin, secret, parseCookies(header), door)
    await store.#unseal()
    return store
  }

  /** Returns another cookie of the request, such as the active project's. */
  cookie(name: 'project' | 'browser' | 'phone'): string | null {
    return this.#sent.get(cookieName(this.#origin, name)) ?? null
  }

  getAll(): { name: string; value: string }[] {
    return [...this.#values].map(([name, value]) => ({ name, value }))
  }

  /** Returns the session's access token; null without one, and where supabase-js would renew it before its next call. */
  accessToken(): string | null {
    if (this.#token === undefined) this.#token = readToken(this.#values)
    return this.#token && this.#token.ends - seconds() > MARGIN_SECONDS ? this.#token.text : null
  }

  /** Changes values. To be waited for: the headers have the change from then on. */
  async setAll(cookies: { name: string; value: string }[]): Promise<void> {
    if (this.#values.size === 0) this.#started = seconds()
    this.#token = undefined
    for (const { name, value } of cookies) {
      if (value === '') this.#values.delete(name)
      else this.#values.set(name, value)
    }
    await this.#seal()
  }

  /** Returns the Set-Cookie headers to send; none when the browser has the newest already. */
  headers(): string[] {
    if (this.#sealed === null) return []
    const name = cookieName(this.#origin, this.#door.cookie)
    const attributes = cookieAttributes(this.#origin, this.#door.cookie)
    const chunks = this.#sealed.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? []
    const fresh = chunks.map(
      (chunk, n) => `${name}.${n}=${chunk}; ${attributes}; Max-Age=${this.#door.absoluteSeconds}`,
    )
    const stale = [...this.#sent.keys()].filter(
      (sent) => sent.startsWith(`${name}.`) && Number(sent.slice(name.length + 1)) >= chunks.length,
    )
    return [...fresh, ...stale.map((sent) => `${sent}=; ${attributes}; Max-Age=0`)]
  }

  async #unseal(): Promise<void> {
    const name = cookieName(this.#origin, this.#door.cookie)
    let sealed = ''
    for (let n = 0; this.#sent.has(`${name}.${n}`); n++) sealed += this.#sent.get(`${name}.${n}`)
    if (!sealed) return
    try {
      const payload = await unsealed(sealed, this.#key)
      this.#values = new Map(payload.values)
      this.#started = payload.auth_time
      if (seconds() - payload.iat! > this.#door.renewSeconds) await this.#seal()
    } catch {
      // Idle too long, made with another secret, or tampered with: as if it had not been sent.
      this.#sealed = ''
    }
  }

  /** Seals the values one time after the other, so that the last change is what stays. */
  #seal(): Promise<void> {
    this.#sealing = this.#sealing.then(async () => {
      if (this.#values.size === 0) {
        this.#sealed = ''
        return
      }
      const now = seconds()
      const { idleSeconds, absoluteSeconds } = this.#door
      const content: Sealed = { values: [...this.#values], auth_time: this.#started }
      this.#sealed = await new EncryptJWT(content)
        .setProtectedHeader(ALGORITHMS)
        .setIssuedAt(now)
        .setExpirationTime(Math.min(now + idleSeconds, this.#started + absoluteSeconds))
        .encrypt(this.#key)
    })
    return this.#sealing
  }
}

function keyOf(secret: string, { cookie }: Door): Uint8Array {
  // The office had its key before there was another door.
  const purpose = cookie === 'session' ? '' : `${cookie} `
  return createHash('sha256').update(`${purpose}${secret}`).digest()
}

/** Is how many cookies are kept opened. */
const KEPT = 500
/** Cookies opened lately, by key and text: a browser sends the same one with each request. */
const opened = new Map<string, Sealed>()

/** @throws unless the cookie was sealed with this key and its time has not ended. */
async function unsealed(sealed: string, key: Uint8Array): Promise<Sealed> {
  const name = `${Buffer.from(key).toString('base64')} ${sealed}`
  const known = opened.get(name)
  if (known && known.exp! > seconds()) return known
  opened.delete(name)
  const { payload } = await jwtDecrypt<Sealed>(sealed, key, ACCEPTED)
  opened.set(name, payload)
  if (opened.size > KEPT) opened.delete(opened.keys().next().value!)
  return payload
}

/** Reads the session as @supabase/ssr keeps it: in one value or, where it is long, in several. */
function readToken(values: ReadonlyMap<string, string>): { text: string; ends: number } | null {
  let text = values.get('session') ?? ''
  if (!text) for (let n = 0; values.has(`session.${n}`); n++) text += values.get(`session.${n}`)
  try {
    const { access_token, refresh_token, expires_at } = JSON.parse(text) as Record<string, unknown>
    const whole = typeof access_token === 'string' && typeof refresh_token === 'string'
    return whole && typeof expires_at === 'number' ? { text: access_token, ends: expires_at } : null
  } catch {
    return null
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}

function parseCookies(header: string | undefined): Map<string, string> {
  const found = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at > 0) found.set(part.slice(0, at).trim(), decode(part.slice(at + 1).trim()))
  }
  return found
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
