import bcrypt from 'bcryptjs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { OwnerSql } from '../database/owner-sql.ts'
import { BCRYPT_ROUNDS } from './accounts.ts'
import { hideAccounts } from './hide-accounts.ts'

const signIn = (email: string) =>
  new Request('http://embedded.localhost/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password: 'Not-the-password-1' }),
  })

const refusal = (error_code: string) => Response.json({ error_code }, { status: 400 })

/** A database with this account, or without one. */
const databaseOf = (...accounts: { encrypted_password: string }[]): OwnerSql => ({
  query: async <T>() => accounts as T[],
  script: async () => {},
  alone: async () => {},
})

afterEach(() => vi.restoreAllMocks())

describe('a sign-in that is refused', () => {
  it('costs as much for an unknown address as for a wrong password', async () => {
    const compare = vi.spyOn(bcrypt, 'compare')
    const answer = await hideAccounts(
      signIn('nobody@demo.test'),
      refusal('invalid_credentials'),
      databaseOf(),
    )
    expect(await answer.json()).toMatchObject({ error_code: 'invalid_credentials' })
    expect(compare).toHaveBeenCalledTimes(1)
    expect(bcrypt.getRounds(compare.mock.calls[0]![1])).toBe(BCRYPT_ROUNDS)
  })

  it('is not compared again where the library did so', async () => {
    const compare = vi.spyOn(bcrypt, 'compare')
    const known = databaseOf({ encrypted_password: bcrypt.hashSync('Another-word-1', 4) })
    const answer = refusal('invalid_credentials')
    expect(await hideAccounts(signIn('owner@demo.test'), answer, known)).toBe(answer)
    expect(compare).not.toHaveBeenCalled()
  })

  it('says nothing of an account that is not verified, unless the password is right', async () => {
    const account = (password: string) =>
      databaseOf({ encrypted_password: bcrypt.hashSync(password, 4) })
    const codeFor = async (password: string) => {
      const answer = refusal('email_not_confirmed')
      const given = await hideAccounts(signIn('new@demo.test'), answer, account(password))
      return (await given.json()).error_code
    }
    expect(await codeFor('Another-word-1')).toBe('invalid_credentials')
    expect(await codeFor('Not-the-password-1')).toBe('email_not_confirmed')
  })
})
