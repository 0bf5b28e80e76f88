import { beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetSignIn, rememberedPlace, rememberPlace, rememberSignIn } from './local-state.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

describe('local state', () => {
  it('keeps the specification’s harmless keys only', () => {
    rememberSignIn(null)
    rememberPlace('Customers', '/customers')
    expect(Object.fromEntries(stored)).toEqual({
      loggedIn: 'yes',
      logoURI: 'null',
      logoURI1: 'null',
      whatNav: 'Customers',
      whatNav_: '/customers',
    })
    forgetSignIn()
    expect(Object.fromEntries(stored)).toEqual({ loggedIn: 'no' })
  })

  it('follows the remembered screen only under the person’s own menu', () => {
    const place = (path: string) => {
      stored.set('whatNav_', path)
      return rememberedPlace(['/home', '/customers'], '/home')
    }
    expect(place('/customers/customer-registry')).toBe('/customers/customer-registry')
    for (const bad of [
      '/treasury',
      '/customersx',
      'https://elsewhere.test/customers',
      '//elsewhere.test/customers',
      '/customers/../treasury',
      '/customers//elsewhere.test',
      'javascript:alert(1)',
    ]) {
      expect(place(bad)).toBe('/home')
    }
  })
})
