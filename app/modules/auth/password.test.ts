import { describe, expect, it } from 'vitest'
import { newPasswordTwice } from './password.ts'

const accepts = (password: string, again = password) =>
  newPasswordTwice.safeParse({ password, again }).success

describe('new password', () => {
  it('has 12 characters at least and 72 bytes at most', () => {
    expect(accepts('tatlong-mano')).toBe(true)
    expect(accepts('tatlong-man')).toBe(false)
    expect(accepts('x'.repeat(72))).toBe(true)
    expect(accepts('x'.repeat(73))).toBe(false)
    // Each character has two bytes.
    expect(accepts('é'.repeat(36))).toBe(true)
    expect(accepts('é'.repeat(37))).toBe(false)
  })

  it('is typed the same twice', () => {
    expect(accepts('tatlong-manok-sa-bukid', 'tatlong-manok')).toBe(false)
    expect(newPasswordTwice.safeParse({ password: 'tatlong-manok-sa-bukid' }).success).toBe(false)
  })
})
