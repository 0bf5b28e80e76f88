import http from 'node:http'
import { describe, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

/** `fetch` may not set Host or Sec-Fetch-Site: a plain request may. */
function ask(method: string, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    // A connection each: what a request promised and did not send must not swallow the next one.
    const options = { method, headers, agent: false }
    const request = http.request(`${server.origin}${path}`, options, (response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    request.on('error', reject)
    request.end()
  })
}

describe('a request that is not a plain read', () => {
  const paths = ['/', '/home', '/signout', '/?_data=modules/auth/sign-in.route', '/assets/x.js']
  const own = { origin: '' }

  it.each([
    ['without an Origin', {}],
    ["with another site's", { origin: 'https://evil.example' }],
    ['with the opaque one', { origin: 'null' }],
    ['with our name and another port', { origin: 'http://127.0.0.1:1' }],
    [
      'with one that a forwarded host matches',
      { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    ],
    ['from another site without an Origin', { 'sec-fetch-site': 'cross-site' }],
    ['from another site of the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('is refused %s', async (_name, headers) => {
    for (const path of paths)
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expect(
          `${method} ${path} ${await ask(method, path, headers as Record<string, string>)}`,
        ).toBe(`${method} ${path} 403`)
  })

  it('passes from our own pages', async () => {
    own.origin = server.origin
    const length = { 'content-length': '0' }
    expect(await ask('POST', '/theme', { ...own, ...length })).toBe(302)
    expect(await ask('POST', '/theme', { 'sec-fetch-site': 'same-origin', ...length })).toBe(302)
  })
})

describe('a request', () => {
  it('for another host name is refused', async () => {
    expect(await ask('GET', '/', { host: 'evil.example' })).toBe(421)
    expect(await ask('GET', '/', { host: 'localhost.evil.example' })).toBe(421)
  })

  it('above the size limit, or of untold size, is refused before it is read', async () => {
    const large = { origin: server.origin, 'content-length': String(3 * 1024 * 1024) }
    expect(await ask('POST', '/?index', large)).toBe(413)
    expect(
      await ask('POST', '/?index', { origin: server.origin, 'transfer-encoding': 'chunked' }),
    ).toBe(411)
  })

  it('never leads to another site', async () => {
    const client = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    for (const path of ['//evil.example', '/\\evil.example', '/?to=https://evil.example'])
      expect((await client.get(path)).headers.get('location') ?? '').not.toMatch(/evil/)
    const back = await client.post(
      '/theme',
      { theme: 'dark', to: 'https://evil.example' },
      { origin: server.origin, referer: 'https://evil.example/' },
    )
    expect(back.headers.get('location') ?? '').not.toMatch(/evil/)
  })
})
