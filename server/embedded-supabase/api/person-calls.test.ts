import { createHmac } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { expect, it, vi } from 'vitest'
import type { TokenBorder } from '../accounts/signing-keys.ts'
import { callContext } from '../database/call-context.ts'
import type { CallAnswer, ServiceOptions } from '../protocol.ts'
import { admission } from './admission.ts'
import { callsOfPeople } from './person-calls.ts'

const SECRET = 'a secret of this test'
const { signal } = new AbortController()

function token(more: object = {}): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const person = { sub: 'maria', session_id: 's', role: 'authenticated', aud: 'authenticated' }
  const signed = `${part({ alg: 'HS256' })}.${part({ ...person, iat: now, exp: now + 60, ...more })}`
  return `${signed}.${createHmac('sha256', SECRET).update(signed).digest('base64url')}`
}

function people(border: TokenBorder | null = null, answer: Promise<CallAnswer> | null = null) {
  const options = { databaseUrl: 'postgres://somewhere', jwtSecret: SECRET } as ServiceOptions
  const request = vi.fn()
  const call = vi.fn((): Promise<CallAnswer | null> => {
    const { external, statementMs } = callContext.getStore()!
    return answer ?? Promise.resolve({ status: 200, data: { external, statementMs } })
  })
  const admitted = admission(options, null)
  return {
    call,
    ask: callsOfPeople({ calls: { request, call }, border, admitted, jwtSecret: SECRET }),
  }
}

it('hands on a call of a good token, with its arguments as JSON has them', async () => {
  const { call, ask } = people()
  const args = { p_on: new Date(0), p_none: undefined, p_many: 2n ** 60n }
  expect(await ask({ name: 'enter', args, token: token() }, signal)).toEqual({
    status: 200,
    data: { external: false },
  })
  expect(call).toHaveBeenCalledWith({
    name: 'enter',
    args: { p_on: '1970-01-01T00:00:00.000Z', p_many: '1152921504606846976' },
    claims: expect.objectContaining({ sub: 'maria', role: 'authenticated' }),
  })
})

it('gives an import its longer time', async () => {
  const { ask } = people()
  const answer = await ask({ name: 'import_products', args: {}, token: token() }, signal)
  expect(answer).toMatchObject({ data: { statementMs: 120_000 } })
})

it.each([
  ['a token that has ended', () => token({ exp: 1 }), {}],
  ['a token for another service', () => token({ aud: 'somewhere' }), {}],
  ['a token of another role', () => token({ role: 'service_role' }), {}],
  ['a token that was changed', () => `${token()}x`, {}],
  ['no token', () => '', {}],
  ['a text with NUL', () => token(), { p_name: 'a\0' }],
])('leaves a call with %s to a request', async (_, sent, args) => {
  const { call, ask } = people()
  expect(await ask({ name: 'enter', args, token: sent() }, signal)).toBeNull()
  expect(call).not.toHaveBeenCalled()
})

it('reads a token as the border of the signing keys does', async () => {
  const inside = token()
  const inward: TokenBorder['inward'] = (headers) =>
    headers[0]![1] === 'Bearer outside' ? [['authorization', `Bearer ${inside}`]] : new Response()
  const { ask } = people({ inward, outward: async (_, response) => response })
  const call = { name: 'enter', args: {} }
  expect(await ask({ ...call, token: 'outside' }, signal)).toMatchObject({ status: 200 })
  expect(await ask({ ...call, token: inside }, signal)).toBeNull()
})

it('takes the turn of the person, and refuses when too many wait', async () => {
  const gone = new AbortController()
  setMaxListeners(0, gone.signal)
  const { call, ask } = people(null, new Promise(() => {}))
  const asked = Array.from({ length: 207 }, () =>
    ask({ name: 'enter', args: {}, token: token() }, gone.signal),
  )
  for (const one of asked) one.catch(() => {})
  expect(await asked.at(-1)).toMatchObject({ status: 503, error: { hint: 'too_many_requests' } })
  expect(call).toHaveBeenCalledTimes(6)
  gone.abort(new Error('gone'))
  await expect(asked[10]).rejects.toThrow('gone')
})
