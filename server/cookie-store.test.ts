import { afterEach, describe, expect, it, vi } from 'vitest'
import { CookieStore } from './cookie-store.ts'

const ORIGIN = 'https://kalakal.example.com'
const SECRET = 'a secret of more than thirty-two characters'

function sent(headers: string[]): string {
  return headers.map((header) => header.split(';')[0]).join('; ')
}

function signIn(value: string): string[] {
  const store = CookieStore.open(undefined, ORIGIN, SECRET)
  store.setAll([{ name: 'session', value }])
  return store.headers()
}

afterEach(() => vi.useRealTimers())

describe('CookieStore', () => {
  it('gives back what was set, sealed, in cookies that a browser keeps', () => {
    const value = JSON.stringify({ access_token: 'x'.repeat(7000) })
    const headers = signIn(value)
    expect(headers.length).toBeGreaterThan(1)
    for (const header of headers) {
      expect(header).toMatch(/^__Host-session\.\d=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure;/)
      expect(header.length).toBeLessThan(4096)
    }
    expect(Buffer.from(sent(headers)).toString()).not.toContain('access_token')
    const again = CookieStore.open(sent(headers), ORIGIN, SECRET)
    expect(again.getAll()).toEqual([{ name: 'session', value }])
    expect(again.headers()).toEqual([])
  })

  it('takes a cookie of another secret, or a changed one, for none and clears it', () => {
    const cookies = sent(signIn('s'))
    for (const [header, secret] of [
      [cookies, `${SECRET}!`],
      [cookies.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')), SECRET],
      ['__Host-session.0=', SECRET],
      ['__Host-session.0=AAAA', SECRET],
    ] as const) {
      const store = CookieStore.open(header, ORIGIN, secret)
      expect(store.getAll()).toEqual([])
    }
    expect(CookieStore.open(cookies, ORIGIN, 'other').headers()[0]).toContain('Max-Age=0')
  })

  it('ends after an idle hour, and after twelve hours of work', () => {
    vi.useFakeTimers({ now: 0 })
    let cookies = sent(signIn('s'))
    vi.setSystemTime(61 * 60_000)
    expect(CookieStore.open(cookies, ORIGIN, SECRET).getAll()).toEqual([])
    vi.setSystemTime(0)
    for (let minutes = 0; minutes < 12 * 60; minutes += 30) {
      vi.setSystemTime(minutes * 60_000)
      const store = CookieStore.open(cookies, ORIGIN, SECRET)
      expect(store.getAll()).toHaveLength(1)
      cookies = sent(store.headers()) || cookies
    }
    vi.setSystemTime(12 * 3600_000 + 1000)
    expect(CookieStore.open(cookies, ORIGIN, SECRET).getAll()).toEqual([])
  })

  it("removes the browser's cookies on sign-out", () => {
    const store = CookieStore.open(sent(signIn('s')), ORIGIN, SECRET)
    store.setAll([{ name: 'session', value: '' }])
    expect(store.headers()).toEqual([
      '__Host-session.0=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    ])
  })
})
