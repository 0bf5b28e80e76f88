import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compression from 'compression'
import express from 'express'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendWhole } from './whole-answer.ts'

const LARGE = Buffer.from('bookings '.repeat(500))
const HUGE = Buffer.alloc(600 * 1024, 'a')
const BODIES: Record<string, Buffer> = {
  '/large': LARGE,
  '/huge': HUGE,
  '/small': Buffer.from('{}'),
}

const server = http.createServer(
  express()
    .use(compression())
    .use((request, response) => {
      response.type('json')
      sendWhole(request, response, BODIES[request.path]!)
    }),
)
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => server.close())

/** Asks without reading what is packed. */
function ask(path: string, encodings?: string) {
  const { port } = server.address() as AddressInfo
  const headers = encodings ? { 'Accept-Encoding': encodings } : {}
  return new Promise<{ headers: http.IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, headers }, async (response) => {
        const parts: Buffer[] = []
        for await (const part of response) parts.push(part as Buffer)
        resolve({ headers: response.headers, body: Buffer.concat(parts) })
      })
      .once('error', reject)
  })
}

it.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
] as const)('packs for %s as %s', async (encodings, encoding, unpack) => {
  const { headers, body } = await ask('/large', encodings)
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
  expect(headers['content-length']).toBe(String(body.length))
  expect(body.length).toBeLessThan(LARGE.length / 10)
  expect(unpack(body)).toEqual(LARGE)
})

it('sends as it is what is small, and to whom packs nothing', async () => {
  for (const { headers, body } of [await ask('/small', 'br'), await ask('/large')]) {
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['content-length']).toBe(String(body.length))
  }
  expect((await ask('/large')).body).toEqual(LARGE)
})

it('leaves what is huge to the compression of streams', async () => {
  const { headers, body } = await ask('/huge', 'br')
  expect(headers['content-encoding']).toBe('br')
  expect(headers['content-length']).toBeUndefined()
  expect(brotliDecompressSync(body).equals(HUGE)).toBe(true)
})
