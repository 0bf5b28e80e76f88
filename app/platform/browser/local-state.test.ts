import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  forgetSignIn,
  rememberedPlace,
  rememberPlace,
  rememberSignIn,
  storedVersion,
  storeVersion,
} from './local-state.ts'

const stored = new Map<string, string>()
const drafts = { clear: vi.fn() }

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', drafts)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})

describe('local state', () => {
  it('keeps only keys without personal data', () => {
    rememberSignIn('/logos/a.png', null)
    rememberPlace('Customers', '/customers')
    expect(Object.fromEntries(stored)).toEqual({
      loggedIn: 'yes',
      logoURI: '/logos/a.png',
      logoURI1: 'null',
      whatNav: 'Customers',
      whatNav_: '/customers',
    })
    expect(forgetSignIn()).toBe(true)
    expect(drafts.clear).toHaveBeenCalledOnce()
    expect(Object.fromEntries(stored)).toEqual({ loggedIn: 'no' })
    expect(forgetSignIn()).toBe(false)
  })

  it('follows the remembered screen only when it is one that the person may open', () => {
    const remember = (path: string) => {
      stored.set('whatNav_', path)
      return rememberedPlace(['/home', '/customers', '/customers/customer-registry'], '/home')
    }
    expect(remember('/customers/customer-registry')).toBe('/customers/customer-registry')
    for (const bad of [
      '/treasury',
      '/customersx',
      '/customers/no-such-screen',
      '/customers/customer-registry?x=1',
      'https://elsewhere.test/customers',
      '//elsewhere.test/customers',
      '/customers/../treasury',
      'javascript:alert(1)',
      '',
    ]) {
      expect(remember(bad), bad).toBe('/home')
    }
  })

  it('does without storage', () => {
    const off = () => {
      throw new Error('denied')
    }
    vi.stubGlobal('localStorage', { getItem: off, setItem: off, removeItem: off })
    rememberSignIn(null, null)
    expect(forgetSignIn()).toBe(false)
    expect(rememberedPlace(['/home', '/x'], '/home')).toBe('/home')
    expect([storeVersion('1'), storedVersion()]).toEqual([false, null])
  })
})
