import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RefusedBody, readBody } from './body.ts'

const server = http.createServer((request, response) => {
  readBody(request, 1000, 200).then(
    (body) => response.end(String(body.length)),
    (error) => {
      response.writeHead(error instanceof RefusedBody ? error.status : 500, { connection: 'close' })
      response.end()
    },
  )
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

/** Sends parts one after the other, and ends the body or leaves it open. */
function send(parts: string[], { length, end = true }: { length?: number; end?: boolean } = {}) {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = http.request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        headers: length === undefined ? {} : { 'content-length': length },
      },
      (response) => {
        let text = ''
        response.on('data', (part) => {
          text += part
        })
        response.on('end', () => resolve({ status: response.statusCode!, text }))
      },
    )
    request.on('error', reject)
    request.flushHeaders()
    for (const part of parts) request.write(part)
    if (end) request.end()
  })
}

describe('a body', () => {
  it('is read whole up to its limit, of known and of unknown length', async () => {
    expect(await send(['a'.repeat(600), 'b'.repeat(400)])).toEqual({ status: 200, text: '1000' })
    expect(await send(['a'.repeat(1000)], { length: 1000 })).toEqual({ status: 200, text: '1000' })
    expect(await send([])).toEqual({ status: 200, text: '0' })
  })

  it('is refused above it, before it is there where it tells its length', async () => {
    expect((await send(['a'.repeat(1001)])).status).toBe(413)
    expect((await send([], { length: 1001, end: false })).status).toBe(413)
  })

  it('is not waited for when it does not arrive', async () => {
    expect((await send(['a'], { length: 10, end: false })).status).toBe(408)
    expect((await send(['a'], { end: false })).status).toBe(408)
  })
})
