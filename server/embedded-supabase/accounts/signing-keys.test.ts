import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { readSigningKeys, secretOf, tokenBorder } from './signing-keys.ts'
import { claimsOf } from './token.ts'

const newKey = (kid: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid,
})
const SECRET = 'secret of the library in this test'
const AUTH = 'http://embedded.localhost/auth/v1'
const now = Math.floor(Date.now() / 1000)
const CLAIMS = {
  sub: 'person',
  session_id: 's',
  role: 'authenticated',
  aud: 'authenticated',
  iat: now,
  exp: now + 60,
}

/** A token as the library signs it. */
function inside(claims: object = CLAIMS, secret = SECRET): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const borderOf = (...keys: object[]) => tokenBorder(readSigningKeys(JSON.stringify(keys)), SECRET)

/** The token that people get for one of the library. */
async function outside(border: ReturnType<typeof borderOf>): Promise<string> {
  const response = await border.outward(
    `${AUTH}/token?grant_type=password`,
    Response.json({ access_token: inside(), refresh_token: 'r' }),
  )
  const answer = await response.json()
  expect(answer.refresh_token).toBe('r')
  return answer.access_token
}

const passed = (border: ReturnType<typeof borderOf>, token: string) => {
  const headers = border.inward([
    ['apikey', 'k'],
    ['Authorization', `Bearer ${token}`],
  ])
  return headers instanceof Response ? headers.status : claimsOf(headers[1]![1].slice(7), SECRET)
}

describe('tokens signed with a key of the environment', () => {
  it('are checked by others with the public keys, and are read here', async () => {
    const border = borderOf(newKey('new'), newKey('old'))
    const token = await outside(border)
    const shown = await (
      await border.outward(`${AUTH}/.well-known/jwks.json`, new Response())
    ).json()
    expect(JSON.stringify(shown)).not.toContain('"d"')
    const keys = createLocalJWKSet(shown)
    expect((await jwtVerify(token, keys)).payload).toEqual(CLAIMS)
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', kid: 'new' })
    expect(passed(border, token)).toEqual(CLAIMS)
  })

  it('stay good when a new key is put before the old one, and end when the old one goes', async () => {
    const [old, next] = [newKey('old'), newKey('next')]
    const token = await outside(borderOf(old))
    expect(passed(borderOf(next, old), token)).toEqual(CLAIMS)
    expect(passed(borderOf(next), token)).toBe(401)
    const secrets = [[old], [next, old]].map((keys) =>
      secretOf(readSigningKeys(JSON.stringify(keys)), 'a'),
    )
    expect(secrets[0]).toBe(secrets[1])
  })

  it('are refused when they are signed otherwise', async () => {
    const border = borderOf(newKey('one'))
    const token = await outside(border)
    const [header, payload, signature] = token.split('.')
    const other = await outside(borderOf(newKey('one')))
    for (const wrong of [
      inside(),
      other,
      `${header}.${payload}.`,
      `${header}.${payload}.${signature}x.y`,
      `${inside().split('.')[0]}.${payload}.${signature}`,
    ])
      expect(passed(border, wrong)).toBe(401)
  })

  it('do not touch the keys of the project', () => {
    expect(borderOf(newKey('one')).inward([['authorization', 'Bearer sb_secret_x']])).toEqual([
      ['authorization', 'Bearer sb_secret_x'],
    ])
  })
})

it.each([
  ['no JSON', 'x'],
  ['a public key', JSON.stringify({ ...newKey('a'), d: undefined })],
  ['a key without a name', JSON.stringify({ ...newKey('a'), kid: '' })],
  ['two keys of one name', JSON.stringify([newKey('a'), newKey('a')])],
  ['a key of another kind', JSON.stringify({ kty: 'oct', k: 'abc', kid: 'a' })],
])('says of %s that it is no signing key', (_, text) => {
  expect(() => readSigningKeys(text)).toThrow(/KALAKAL_SIGNING_KEYS is no list of ES256 keys/)
})
