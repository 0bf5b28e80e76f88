import { describe, expect, it } from 'vitest'
import { newPasswordTwice } from './password.ts'

const accepts = (password: string, again = password) =>
  newPasswordTwice.safeParse({ password, again }).success

describe('new password', () => {
  it('takes long ones', () => {
    expect(accepts('tatlong-manok-sa-bukid')).toBe(true)
    expect(accepts('Kalakal-demo-2026')).toBe(true)
  })

  it('refuses short, over-long, common and mistyped ones', () => {
    expect(accepts('short')).toBe(false)
    expect(accepts('é'.repeat(40))).toBe(false)
    for (const common of ['password1234', 'aaaaaaaaaaaa', '123456789012', 'qwertyuiop12']) {
      expect(accepts(common)).toBe(false)
    }
    expect(accepts('tatlong-manok-sa-bukid', 'tatlong-manok')).toBe(false)
  })
})
