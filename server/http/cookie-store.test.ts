import { createHash } from 'node:crypto'
import { EncryptJWT } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CookieStore } from './cookie-store.ts'

const ORIGIN = 'https://kalakal.example.com'
const SECRET = 'a secret of more than thirty-two characters'

function sent(headers: string[]): string {
  return headers.map((header) => header.split(';')[0]).join('; ')
}

const open = (header: string | undefined, secret = SECRET) =>
  CookieStore.open(header, ORIGIN, secret)

async function signIn(value: string): Promise<string[]> {
  const store = await open(undefined)
  await store.setAll([{ name: 'session', value }])
  return store.headers()
}

afterEach(() => vi.useRealTimers())

describe('CookieStore', () => {
  it('gives back what was set, sealed, in cookies that a browser keeps', async () => {
    const value = JSON.stringify({ access_token: 'x'.repeat(7000) })
    const headers = await signIn(value)
    expect(headers.length).toBeGreaterThan(1)
    for (const header of headers) {
      expect(header).toMatch(
        /^__Host-session\.\d=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure;/,
      )
      expect(header.length).toBeLessThan(4096)
    }
    expect(Buffer.from(sent(headers)).toString()).not.toContain('access_token')
    const again = await open(sent(headers))
    expect(again.getAll()).toEqual([{ name: 'session', value }])
    expect(again.headers()).toEqual([])
  })

  it('gives the access token of the session until supabase-js would renew it', async () => {
    vi.useFakeTimers({ now: 0 })
    const of = (more: object) => [
      {
        name: 'session',
        value: JSON.stringify({ access_token: 'a', refresh_token: 'r', ...more }),
      },
    ]
    const store = await open(undefined)
    expect(store.accessToken()).toBeNull()
    await store.setAll(of({ expires_at: 3600 }))
    expect(store.accessToken()).toBe('a')
    vi.setSystemTime(3509_000)
    expect(store.accessToken()).toBe('a')
    vi.setSystemTime(3510_000)
    expect(store.accessToken()).toBeNull()
    await store.setAll(of({ expires_at: 7200, access_token: 'b' }))
    expect(store.accessToken()).toBe('b')
    for (const odd of [{}, { expires_at: '7200' }, { expires_at: 7200, refresh_token: null }]) {
      await store.setAll(of(odd))
      expect(store.accessToken()).toBeNull()
    }
  })

  it('reads a session that is kept in several values', async () => {
    const whole = JSON.stringify({ access_token: 'a', refresh_token: 'r', expires_at: 9e9 })
    const store = await open(undefined)
    await store.setAll([
      { name: 'session.0', value: whole.slice(0, 9) },
      { name: 'session.1', value: whole.slice(9) },
    ])
    expect(store.accessToken()).toBe('a')
    await store.setAll([{ name: 'session.0', value: '' }])
    expect(store.accessToken()).toBeNull()
  })

  it('takes a cookie of another secret, or none of ours, for none and clears it', async () => {
    const cookies = sent(await signIn('s'))
    const other = await new EncryptJWT({ values: [['session', 's']], auth_time: 0 })
      .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256' })
      .setExpirationTime('1h')
      .encrypt(createHash('sha256').update(SECRET).digest())
    for (const [header, secret] of [
      [cookies, `${SECRET}!`],
      ['__Host-session.0=', SECRET],
      ['__Host-session.0=AAAA', SECRET],
      [`__Host-session.0=${other}`, SECRET],
    ] as const)
      expect((await open(header, secret)).getAll()).toEqual([])
    expect((await open(cookies, 'other')).headers()[0]).toContain('Max-Age=0')
  })

  it('takes a cookie that was changed anywhere for none', async () => {
    const cookies = sent(await signIn('s'))
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let at = cookies.indexOf('=') + 1; at < cookies.length; at++) {
      const letter = letters.indexOf(cookies[at]!)
      const changed = letter < 0 ? 'A' : letters[letter ^ 32]
      const store = await open(cookies.slice(0, at) + changed + cookies.slice(at + 1))
      expect(store.getAll(), `letter ${at}`).toEqual([])
    }
  })

  it('ends after an idle hour, and after twelve hours of work', async () => {
    vi.useFakeTimers({ now: 0, toFake: ['Date'] })
    let cookies = sent(await signIn('s'))
    vi.setSystemTime(61 * 60_000)
    expect((await open(cookies)).getAll()).toEqual([])
    vi.setSystemTime(0)
    for (let minutes = 0; minutes < 12 * 60; minutes += 30) {
      vi.setSystemTime(minutes * 60_000)
      const store = await open(cookies)
      expect(store.getAll()).toHaveLength(1)
      cookies = sent(store.headers()) || cookies
    }
    vi.setSystemTime(12 * 3600_000 + 1000)
    expect((await open(cookies)).getAll()).toEqual([])
  })

  it('sends the last of several changes', async () => {
    const store = await open(undefined)
    await Promise.all(
      ['x'.repeat(50_000), 'last'].map((value) => store.setAll([{ name: 'session', value }])),
    )
    expect((await open(sent(store.headers()))).getAll()).toEqual([
      { name: 'session', value: 'last' },
    ])
  })

  it("removes the browser's cookies on sign-out", async () => {
    const store = await open(sent(await signIn('s')))
    await store.setAll([{ name: 'session', value: '' }])
    expect(store.headers()).toEqual([
      '__Host-session.0=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    ])
  })
})
