import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { claimsOf } from './token.ts'

const SECRET = 'secret of the test'
const NOW = 1_800_000_000_000
const GOOD = {
  sub: 'person',
  session_id: 'session',
  role: 'authenticated',
  aud: 'authenticated',
  iat: NOW / 1000 - 60,
  exp: NOW / 1000 + 60,
}
const part = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url')

function token(content: unknown, { alg = 'HS256', secret = SECRET } = {}): string {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(content)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

it('reads a token that was signed here', () => {
  expect(claimsOf(token(GOOD), SECRET, NOW)).toEqual(GOOD)
})

it("reads a token anew that it has kept: its time ends, its content is nobody else's", () => {
  const given = token(GOOD)
  const first = claimsOf(given, SECRET, NOW)!
  first.sub = 'somebody else'
  expect(claimsOf(given, SECRET, NOW)).toEqual(GOOD)
  expect(claimsOf(given, SECRET, GOOD.exp * 1000)).toBeNull()
  expect(claimsOf(given, 'another secret', NOW)).toBeNull()
  expect(claimsOf(given, SECRET, NOW)).toEqual(GOOD)
})

it.each([
  ['signed with another secret', token(GOOD, { secret: 'another' })],
  ['of another algorithm', token(GOOD, { alg: 'none' })],
  ['without its signature', token(GOOD).replace(/[^.]+$/, '')],
  ['with other content', token(GOOD).replace(/\.[^.]+\./, `.${part({ ...GOOD, sub: 'else' })}.`)],
  ['in more parts', `${token(GOOD)}.more`],
  ['that has ended', token({ ...GOOD, exp: NOW / 1000 })],
  ['that never ends', token({ ...GOOD, exp: undefined })],
  ['from the future', token({ ...GOOD, iat: NOW / 1000 + 60 })],
  ['that is not valid yet', token({ ...GOOD, nbf: NOW / 1000 + 30 })],
  ['of no session', token({ ...GOOD, session_id: undefined })],
  ['of another role', token({ ...GOOD, role: 'service_role' })],
  ['for another service', token({ ...GOOD, aud: 'reports' })],
  ['for no service', token({ ...GOOD, aud: undefined })],
  ['that says nothing', token(null)],
  ['that is none', 'a.b.c'],
])('leaves one %s to the library', (_, given) => {
  expect(claimsOf(given, SECRET, NOW)).toBeNull()
})
