import type { Logger } from 'pino'
import { expect, it, vi } from 'vitest'
import type { Db } from '../app/platform/request/context.ts'
import type { Calls } from './calls.ts'
import { directClient } from './direct-client.ts'
import type { AnswerCall } from './embedded-supabase/protocol.ts'

/** The members that are asked here, without the types of the database. */
interface Asked {
  auth: object
  from(table: string): unknown
  rpc(
    name: string,
    ...more: object[]
  ): Promise<{ status: number; data: unknown; error: object }> & { single(): unknown }
}

/** A client over these parts, with what it asked of supabase-js. */
function client(call: AnswerCall, token: string | null = 'a.b.c') {
  const calls: Calls = { count: 0, ms: 0 }
  const asked: unknown[][] = []
  const query = Object.assign(Promise.resolve({ data: 'sent' }), {
    single: () => ({ data: 'one' }),
  })
  const rpc = (...all: unknown[]) => {
    asked.push(all)
    return query
  }
  const whole = vi.fn(() => ({ rpc, auth: {}, from: () => 'table' }) as unknown as Db)
  const watch = { calls, log: {} as Logger, requestId: '1', slowMs: Number.POSITIVE_INFINITY }
  const timeout = () => new AbortController().signal
  const db = directClient({ whole, token: () => token, call, watch, timeout })
  return { db: db as unknown as Asked, calls, asked, whole }
}

const answered: AnswerCall = async ({ name, args, token }) => ({
  status: 200,
  data: [name, args, token],
})

it('answers a call without supabase-js, in its words', async () => {
  const { db, calls, whole } = client(answered)
  expect(await db.rpc('booking_list', { p_project: 'p' })).toEqual({
    success: true,
    error: null,
    data: ['booking_list', { p_project: 'p' }, 'a.b.c'],
    count: null,
    status: 200,
    statusText: '',
  })
  expect(calls.count).toBe(1)
  expect(whole).not.toHaveBeenCalled()
})

it('tells a refusal, and notes its word', async () => {
  const error = { code: 'P0001', hint: 'credit_exceeded', message: 'No.', details: null }
  const { db, calls } = client(async () => ({ status: 400, error }))
  expect(await db.rpc('enter')).toMatchObject({ success: false, status: 400, data: null, error })
  expect(calls).toMatchObject({ count: 1, refusal: 'credit_exceeded' })
})

it('answers what came to no answer as supabase-js does', async () => {
  const { db, calls } = client(async () => {
    throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  })
  const { status, error } = await db.rpc('enter')
  expect(status).toBe(0)
  expect(error).toMatchObject({
    code: '',
    message: 'TimeoutError: The operation was aborted due to timeout',
  })
  expect(calls.count).toBe(1)
})

it('leaves to supabase-js what is no plain call', async () => {
  const plain = client(async () => null)
  expect(await plain.db.rpc('enter', { a: 1 })).toEqual({ data: 'sent' })
  expect(plain.asked).toEqual([['enter', { a: 1 }, undefined]])
  expect(plain.calls.count).toBe(0)

  const stranger = client(answered, null)
  expect(await stranger.db.rpc('enter')).toEqual({ data: 'sent' })

  const counted = client(answered)
  expect(await counted.db.rpc('enter', {}, { count: 'exact' })).toEqual({ data: 'sent' })
  expect(counted.db.rpc('enter').single()).toEqual({ data: 'one' })
  expect(counted.db.from('products')).toBe('table')
})

it('leaves every call after a look at the session to supabase-js', async () => {
  const { db } = client(answered)
  expect(await db.rpc('before')).toMatchObject({ data: ['before', {}, 'a.b.c'] })
  void db.auth
  expect(await db.rpc('after')).toEqual({ data: 'sent' })
})
