import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { cookieAttributes, cookieName } from '../app/platform/access/session.server.ts'

const IDLE_SECONDS = 60 * 60
const ABSOLUTE_SECONDS = 12 * 60 * 60
/** How old the idle stamp may grow before it is written again. */
const RENEW_SECONDS = 5 * 60
/** Browsers keep 4,096 bytes of a cookie, name and attributes included. */
const CHUNK = 3600
/** Bytes of AES-GCM's nonce and tag. */
const IV = 12
const TAG = 16

/**
 * The session of one request. @supabase/ssr reads and writes it as named values; the browser holds
 * them in one sealed cookie (A256GCM), so that no token is ever readable there. Idle for an hour or
 * older than twelve, it counts as empty.
 */
export class CookieStore {
  readonly #origin: string
  readonly #key: Uint8Array
  readonly #sent: Map<string, string>
  #values = new Map<string, string>()
  #started = seconds()
  #changed = false

  private constructor(origin: string, secret: string, sent: Map<string, string>) {
    this.#origin = origin
    this.#key = createHash('sha256').update(secret).digest()
    this.#sent = sent
  }

  static open(header: string | undefined, origin: string, secret: string): CookieStore {
    const store = new CookieStore(origin, secret, parseCookies(header))
    store.#unseal()
    return store
  }

  /** Another cookie of the request, such as the active project's. */
  cookie(name: 'project'): string | null {
    return this.#sent.get(cookieName(this.#origin, name)) ?? null
  }

  getAll(): { name: string; value: string }[] {
    return [...this.#values].map(([name, value]) => ({ name, value }))
  }

  setAll(cookies: { name: string; value: string }[]): void {
    if (this.#values.size === 0) this.#started = seconds()
    for (const { name, value } of cookies) {
      if (value === '') this.#values.delete(name)
      else this.#values.set(name, value)
    }
    this.#changed = true
  }

  /** Set-Cookie headers to send; none when the browser has the newest already. */
  headers(): string[] {
    if (!this.#changed) return []
    const name = cookieName(this.#origin, 'session')
    const attributes = cookieAttributes(this.#origin)
    const sealed = this.#values.size ? this.#seal() : ''
    const chunks = sealed.match(new RegExp(`.{1,${CHUNK}}`, 'g')) ?? []
    const fresh = chunks.map(
      (chunk, n) => `${name}.${n}=${chunk}; ${attributes}; Max-Age=${ABSOLUTE_SECONDS}`,
    )
    const stale = [...this.#sent.keys()].filter(
      (sent) => sent.startsWith(`${name}.`) && Number(sent.slice(name.length + 1)) >= chunks.length,
    )
    return [...fresh, ...stale.map((sent) => `${sent}=; ${attributes}; Max-Age=0`)]
  }

  #unseal(): void {
    const name = cookieName(this.#origin, 'session')
    let sealed = ''
    for (let n = 0; this.#sent.has(`${name}.${n}`); n++) sealed += this.#sent.get(`${name}.${n}`)
    if (!sealed) return
    try {
      const { values, started, seen } = JSON.parse(this.#decrypt(sealed)) as Sealed
      if (seconds() - started > ABSOLUTE_SECONDS || seconds() - seen > IDLE_SECONDS)
        throw new Error('too old')
      this.#values = new Map(values)
      this.#started = started
      this.#changed = seconds() - seen > RENEW_SECONDS
    } catch {
      // Idle too long, made with another secret, or tampered with: as if it had not been sent.
      this.#changed = true
    }
  }

  #seal(): string {
    const content: Sealed = { values: [...this.#values], started: this.#started, seen: seconds() }
    const iv = randomBytes(IV)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv)
    const encrypted = Buffer.concat([
      cipher.update(JSON.stringify(content), 'utf8'),
      cipher.final(),
    ])
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
  }

  #decrypt(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, IV), {
      authTagLength: TAG,
    })
    decipher.setAuthTag(bytes.subarray(IV, IV + TAG))
    return decipher.update(bytes.subarray(IV + TAG), undefined, 'utf8') + decipher.final('utf8')
  }
}

interface Sealed {
  values: [string, string][]
  /** Seconds since 1970: of the sign-in, and of the last time the cookie was written. */
  started: number
  seen: number
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
