import { importJWK, SignJWT } from 'jose'
import { type BrowserKeys, encryptFor } from './encrypt.ts'
import type { PushKeys } from './keys.ts'
import { isPushService } from './services.ts'

/** A browser that gets pushes. */
export interface Browser extends BrowserKeys {
  id: string
  endpoint: string
}

/** The outcome of a push: it was taken; the browser is gone; the service refused it, or takes none just now. */
export type Outcome = 'sent' | 'gone' | 'refused' | 'later'

/** Sends a text to a browser. */
export type SendPush = (browser: Browser, text: string, signal: AbortSignal) => Promise<Outcome>

interface Options {
  keys: PushKeys
  /** The sender, for the operator of a push service: an https address or a mail address. */
  subject: string
  /** The services that are known; a test has one of its own. */
  isKnown?: (address: string) => boolean
}

/** Longest time for one push. */
const PUSH_MS = 10_000
/** The time that a service keeps a push for a browser that is off, in seconds. */
const KEPT_SECONDS = 24 * 3600
/** The time that a token is good for; services refuse more than a day. */
const TOKEN_HOURS = '12h'

/** Returns what sends pushes: to known services alone, and nowhere that they would redirect to. */
export function openPush({ keys, subject, isKnown = isPushService }: Options): SendPush {
  const { d: _, ...open } = keys.jwk
  const key = importJWK({ ...open, d: keys.jwk.d }, 'ES256')

  return async (browser, text, signal) => {
    const { endpoint } = browser
    const body = isKnown(endpoint) && bodyFor(browser, text)
    if (!body) return 'gone'
    const token = await new SignJWT({ sub: subject })
      .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
      .setAudience(new URL(endpoint).origin)
      .setExpirationTime(TOKEN_HOURS)
      .sign(await key)
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        Authorization: `vapid t=${token}, k=${keys.publicKey}`,
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(KEPT_SECONDS),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PUSH_MS)]),
    })
    // The answer has nothing that is of interest, and may be long.
    await response.body?.cancel()
    const { ok, status } = response
    if (ok) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    return status === 429 || status >= 500 ? 'later' : 'refused'
  }
}

/** Returns the encrypted text; null for keys that are no point of the curve, which no push can ever reach. */
function bodyFor(browser: Browser, text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return new Uint8Array(encryptFor(browser, text))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY') return null
    throw error
  }
}
