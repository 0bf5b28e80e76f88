import { createHmac } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { expect, it, vi } from 'vitest'
import type { TokenBorder } from '../accounts/signing-keys.ts'
import { callContext } from '../database/call-context.ts'
import type { Borrowed } from '../database/pool.ts'
import type { ServiceOptions } from '../protocol.ts'
import { admission } from './admission.ts'
import type { CatalogueFunction } from './lite-internals.ts'
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

type Rows = { rows: Record<string, unknown>[]; rowCount: number; command: string }

const named = (name: string): CatalogueFunction => ({
  ...{ schema: 'public', name, arg_names: ['p_on', 'p_many', 'p_name'] },
  ...{
    arg_types: ['text', 'bigint', 'text'],
    arg_defaults: 3,
    has_variadic: false,
    volatility: 'v',
  },
  ...{ return_type: 'text', return_is_setof: false, return_typtype: 'b', has_out_args: false },
})
const FUNCTIONS = [named('enter'), named('import_products')]

function people(border: TokenBorder | null = null, answer: Promise<Rows> | null = null) {
  const options = { databaseUrl: 'postgres://somewhere', jwtSecret: SECRET } as ServiceOptions
  const query = vi.fn<Borrowed['query']>(() => {
    const { external, statementMs } = callContext.getStore()!
    const rows = [{ answer: { external, statementMs } }]
    return answer ?? Promise.resolve({ rows, rowCount: 1, command: 'SELECT' })
  })
  const borrow = vi.fn(async () => ({ query, release: () => {} }))
  const calls = { borrow, functions: async () => FUNCTIONS }
  const admitted = admission(options, null)
  return { query, borrow, ask: callsOfPeople({ calls, border, admitted, jwtSecret: SECRET }) }
}

it('hands on a call of a good token, with its arguments as JSON has them', async () => {
  const { query, ask } = people()
  const args = { p_on: new Date(0), p_name: undefined, p_many: 2n ** 60n }
  expect(await ask({ name: 'enter', args, token: token() }, signal)).toEqual({
    status: 200,
    data: { external: false },
  })
  expect(query.mock.calls[1]![1]!.slice(0, 2)).toEqual(['authenticated', 'maria'])
  expect(query.mock.calls[2]).toEqual([
    expect.stringContaining('public.enter(p_on := $1::text, p_many := $2::bigint)'),
    ['1970-01-01T00:00:00.000Z', '1152921504606846976'],
  ])
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
  const { borrow, ask } = people()
  expect(await ask({ name: 'enter', args, token: sent() }, signal)).toBeNull()
  expect(borrow).not.toHaveBeenCalled()
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
  const { borrow, ask } = people(null, new Promise(() => {}))
  const asked = Array.from({ length: 207 }, () =>
    ask({ name: 'enter', args: {}, token: token() }, gone.signal),
  )
  for (const one of asked) one.catch(() => {})
  expect(await asked.at(-1)).toMatchObject({ status: 503, error: { hint: 'too_many_requests' } })
  expect(borrow).toHaveBeenCalledTimes(6)
  gone.abort(new Error('gone'))
  await expect(asked[10]).rejects.toThrow('gone')
})
