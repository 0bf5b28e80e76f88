import { createECDH, hkdfSync } from 'node:crypto'

/** The order of the curve P-256: a private key is from 1 to one less. */
const ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/** The keys by which push services know this server (RFC 8292). */
export interface PushKeys {
  /** The uncompressed point in base64url, which a browser gets when it subscribes. */
  publicKey: string
  /** A private key for ES256. */
  jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string; d: string }
}

const made = new Map<string, PushKeys>()

/**
 * Returns the keys that follow from the secret of the sessions, which all web servers share: no further key has to be kept.
 * With another secret the browsers subscribe again.
 */
export function pushKeyOf(sessionSecret: string): PushKeys {
  const known = made.get(sessionSecret)
  if (known) return known
  const keys = makeKeys(sessionSecret)
  made.set(sessionSecret, keys)
  return keys
}

function makeKeys(secret: string): PushKeys {
  // Half as many bits again as the order has, so that none of its remainders is likelier than others.
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'web push', 48))
  const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (ORDER - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(d)
  const point = ecdh.getPublicKey()
  return {
    publicKey: point.toString('base64url'),
    jwk: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      d: d.toString('base64url'),
    },
  }
}
