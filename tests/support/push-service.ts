import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A browser with a subscription. */
export interface SubscribedBrowser {
  ecdh: ECDH
  auth: string
}

/** Makes the keys of a browser that subscribes. */
export function newBrowser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16).toString('base64url')
  return { ecdh, auth, keys: { p256dh: ecdh.getPublicKey('base64url'), auth } }
}

/** Opens a push as a browser does (RFC 8188 and 8291). */
export function decrypt({ ecdh, auth }: SubscribedBrowser, body: Buffer): string {
  const [salt, id] = [body.subarray(0, 16), body.readUInt8(20)]
  const [sender, record] = [body.subarray(21, 21 + id), body.subarray(21 + id)]
  const hkdf = (key: Buffer, from: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = hkdf(ecdh.computeSecret(sender), Buffer.from(auth, 'base64url'), info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    hkdf(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    hkdf(secret, salt, 'Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(record.subarray(-16))
  const filled = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = filled.lastIndexOf(2)
  if (filled.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong.')
  return filled.subarray(0, end).toString()
}

/** A push service on this machine that keeps what it gets, and answers with a status, at length, and with another address. */
export async function startPushService() {
  const taken: { path: string; headers: Record<string, unknown>; body: Buffer }[] = []
  const state = { status: 201 }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    taken.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) })
    const headers = state.status === 307 ? { location: '/200' } : {}
    response.writeHead(state.status, headers).end('x'.repeat(100_000))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, taken, state, close: () => server.close() }
}
