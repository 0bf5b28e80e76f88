import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** The keys of a subscription, base64url as the browser gives them. */
export interface BrowserKeys {
  p256dh: string
  auth: string
}

const RECORD_SIZE = 4096
/** Longest text: services refuse bodies above 4,096 bytes. */
const LONGEST = 2048
/** Texts are filled up to a multiple of this, so that their length tells nothing. */
const BLOCK = 256
/** Ends the text of the last record. */
const DELIMITER = 2

/**
 * Encrypts a text for a browser (RFC 8291, with the coding aes128gcm of RFC 8188).
 *
 * @throws Error for a text that is too long, and for keys that are none.
 */
export function encryptFor({ p256dh, auth }: BrowserKeys, text: string): Buffer {
  const content = Buffer.from(text)
  if (content.length > LONGEST) throw new Error('A push is too long.')
  const browser = Buffer.from(p256dh, 'base64url')
  const ecdh = createECDH('prime256v1')
  const server = ecdh.generateKeys()
  const salt = randomBytes(16)
  const about = (info: string, ...keys: Buffer[]) =>
    Buffer.concat([Buffer.from(`${info}\0`), ...keys])
  const derive = (key: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const shared = derive(
    ecdh.computeSecret(browser),
    Buffer.from(auth, 'base64url'),
    about('WebPush: info', browser, server),
    32,
  )
  const key = derive(shared, salt, about('Content-Encoding: aes128gcm'), 16)
  const nonce = derive(shared, salt, about('Content-Encoding: nonce'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const filled = Buffer.alloc(Math.ceil((content.length + 1) / BLOCK) * BLOCK)
  content.copy(filled)
  filled[content.length] = DELIMITER
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_SIZE)
  return Buffer.concat([
    ...[salt, size, Buffer.from([server.length]), server],
    ...[cipher.update(filled), cipher.final(), cipher.getAuthTag()],
  ])
}
