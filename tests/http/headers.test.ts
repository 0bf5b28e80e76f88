import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { startOwnServer, testServer } from '../support/server.ts'

const server = testServer()

const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1]

describe('every response', () => {
  it.each([
    '/',
    '/home',
    '/version.json',
    '/health',
    '/favicon.svg',
    '/assets/no-such-file.js',
    '/no-such-page',
    '/outbox',
    '/%',
  ])('%s carries the security headers', async (path) => {
    const { headers } = await new HttpClient(server.origin).get(path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe-inline|unsafe-eval|\*|http/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('has its own nonce, which every script of the page carries', async () => {
    const client = await HttpClient.signedIn(server.origin, 'general-manager@demo.test')
    const [one, two] = [await client.get('/home'), await client.get('/home')]
    expect(nonceOf(one)).toBeTruthy()
    expect(nonceOf(one)).not.toBe(nonceOf(two))
    const scripts = (await one.text()).match(/<script[^>]*>/g) ?? []
    expect(scripts.length).toBeGreaterThan(0)
    for (const script of scripts) expect(script).toContain(`nonce="${nonceOf(one)}"`)
  })

  it('is not stored when a person is signed in, and cached for long only with a hash in its name', async () => {
    const client = await HttpClient.signedIn(server.origin, 'general-manager@demo.test')
    const page = await client.get('/home')
    expect(page.headers.get('cache-control')).toContain('no-store')
    const asset = /\/assets\/[^"]+\.js/.exec(await page.text())?.[0]
    const { headers } = await client.get(asset!)
    expect(headers.get('cache-control')).toContain('immutable')
    expect(
      (await client.get('/home?_data=modules/home/home.route')).headers.get('cache-control'),
    ).toContain('no-store')
  })

  it('comes packed with a script, for a browser that unpacks it', async () => {
    const page = await (await fetch(server.origin)).text()
    const asset = /\/assets\/[^"]+\.js/.exec(page)![0]
    const get = (encoding: string) =>
      fetch(server.origin + asset, { headers: { 'accept-encoding': encoding } })
    // Chromium sends the encodings in this order.
    const [packed, plain] = await Promise.all([get('gzip, deflate, br, zstd'), get('identity')])
    expect(packed.headers.get('content-encoding')).toBe('br')
    // The file has the size that the build packed, so it is not compressed again.
    expect(packed.headers.get('content-length')).toBe(`${statSync(`build/client${asset}.br`).size}`)
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const name of ['content-type', 'cache-control', 'vary', 'x-content-type-options'])
      expect(packed.headers.get(name)?.toLowerCase(), name).toBe(
        plain.headers.get(name)?.toLowerCase(),
      )
    expect(await packed.text()).toBe(await plain.text())
    expect((await get('br;q=0, gzip')).headers.get('content-encoding')).not.toBe('br')
  })
})

/** The headers of a reverse proxy with default settings; the configured origin must be enough. */
const FROM_PROXY = { origin: 'https://kalakal.example', 'x-forwarded-proto': 'https' }

describe('the session cookie', () => {
  const lines = async (response: Response) =>
    response.headers.getSetCookie().filter((line) => line.includes('session'))

  it('is sealed, and out of reach of scripts and of other sites', async () => {
    const response = await new HttpClient(server.origin).signIn('owner@demo.test')
    const cookies = await lines(response)
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly/i)
      expect(cookie).toMatch(/; SameSite=Lax/i)
      expect(cookie).toMatch(/; Path=\//i)
      expect(cookie).not.toMatch(/; Domain/i)
      // Behind the header of the encryption there is no JSON Web Token, bare or in base64.
      const sealed = cookie.replace(/^session\.0=eyJ[\w-]+\.\./, '')
      expect(sealed).not.toMatch(/eyJhbGciOi|ZXlKaGJHY/)
    }
  })

  it('keeps the token out of pages and their data', async () => {
    const client = await HttpClient.signedIn(server.origin, 'general-manager@demo.test')
    for (const path of ['/', '/home', '/settings', '/home?_data=root'])
      expect(await (await client.get(path)).text()).not.toMatch(
        /eyJ[\w-]{8,}\.|sb_(secret|publishable)_/,
      )
  })

  it('is Secure with the __Host- prefix over https, where HSTS is sent too', async () => {
    const secure = await startOwnServer({ APP_ORIGIN: 'https://kalakal.example', TRUST_PROXY: '1' })
    try {
      const response = await new HttpClient(secure.origin).post(
        '/?index',
        { email: 'owner@demo.test', password: 'Kalakal-demo-2026' },
        FROM_PROXY,
      )
      expect(response.status).toBe(302)
      expect(response.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
      const cookies = await lines(response)
      expect(cookies.length).toBeGreaterThan(0)
      for (const cookie of cookies) {
        expect(cookie).toMatch(/^__Host-/)
        expect(cookie).toMatch(/; Secure/i)
      }
    } finally {
      await secure.drop()
    }
  })
})
