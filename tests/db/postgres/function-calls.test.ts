import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { functionCalls } from '../../../server/embedded-supabase/api/function-calls.ts'
import type { CatalogueFunction } from '../../../server/embedded-supabase/api/lite-internals.ts'
import { CALLER } from '../../../server/embedded-supabase/database/caller.ts'
import { type Borrowed, OPTIONS, poolFor } from '../../../server/embedded-supabase/database/pool.ts'
import { Wire } from '../../support/wire.ts'

type Statement = [text: string, params: unknown[]]

const url = `${inject('postgres')}/postgres`
/** A function that notes for whom it has run, as the calls of this file see it. */
const name = `note_${randomUUID().replaceAll('-', '')}`
const keys = { jwtSecret: randomBytes(32).toString('hex'), publishableKey: 'sb_publishable_test' }
let owner: postgres.Sql
let wire: Wire

beforeAll(async () => {
  owner = postgres(url, { max: 1, onnotice: () => {} })
  wire = await Wire.to(url)
  await owner.unsafe(`
    do $$ begin create role authenticated nologin; exception when duplicate_object or unique_violation then null; end $$;
    create table public.${name} (ran_as text not null);
    create function public.${name}(p_fails boolean) returns text language plpgsql volatile security definer as $f$
    begin
      insert into public.${name} values (current_setting('role'));
      if p_fails then raise exception 'refused' using errcode = 'P0001', hint = 'credit_exceeded'; end if;
      return 'done';
    end $f$;
    grant execute on function public.${name}(boolean) to authenticated`)
})
beforeEach(() => owner.unsafe(`truncate public.${name}`))
afterAll(async () => {
  await owner.unsafe(`drop function public.${name}(boolean); drop table public.${name}`)
  await owner.end()
  wire.close()
})

const CALLED: CatalogueFunction = {
  schema: 'public',
  name,
  arg_names: ['p_fails'],
  arg_types: ['boolean'],
  arg_defaults: 0,
  has_variadic: false,
  volatility: 'v',
  return_type: 'text',
  return_is_setof: false,
  return_typtype: 'b',
  has_out_args: false,
}

function token(): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    ...{ sub: randomUUID(), session_id: randomUUID(), role: 'authenticated', aud: 'authenticated' },
    ...{ iat: now - 1, exp: now + 60 },
  }
  const signed = `${part({ alg: 'HS256' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', keys.jwtSecret).update(signed).digest('base64url')}`
}

const ran = async () =>
  (await owner.unsafe(`select ran_as from public.${name}`)).map((r) => r.ran_as)

/** Calls on one connection, whose statements `send` sees and may change. */
function caller(
  send: (line: Borrowed, statements: Statement[]) => Promise<unknown>[] = (line, statements) =>
    line.together(...statements),
  through = url,
) {
  const sql = postgres(through, OPTIONS)
  const pool = poolFor(sql, { connections: 1 })
  const borrow = async (): Promise<Borrowed> => {
    const line = await pool.reserve()
    return { ...line, together: (...statements) => send(line, statements) }
  }
  const all = [CALLED]
  const { request: answer, call: direct } = functionCalls(
    { borrow, keepsRoles: true, functions: async () => all },
    keys,
  )
  const address = `/rest/v1/rpc/${name}`
  const call = (fails = false) =>
    answer({
      ...{
        id: 1,
        method: 'POST',
        url: `http://any${address}`,
        address,
        endpoint: 'rest' as const,
      },
      headers: [
        ['apikey', keys.publishableKey],
        ['authorization', `Bearer ${token()}`],
        ['content-type', 'application/json'],
      ],
      body: new TextEncoder().encode(JSON.stringify({ p_fails: fails })).buffer as ArrayBuffer,
      source: null,
    })
  const close = async () => {
    await pool.close()
    await sql.end()
  }
  return { call, direct, borrow, close }
}

it('sends a call in one go, on a new connection as on a used one', async () => {
  let sent = 0
  const { call, close } = caller((line, statements) => {
    sent += 1
    return line.together(...statements)
  })
  for (const round of [1, 2, 3]) expect(await (await call())!.json(), `round ${round}`).toBe('done')
  expect(await ran()).toEqual(['authenticated', 'authenticated', 'authenticated'])
  expect(sent).toBe(3)
  await close()
})

it.each([
  ['no transaction has begun', (text: string) => (text === 'begin' ? 'begin nothing' : text)],
  ['the caller is refused', (text: string) => (text === CALLER ? `${CALLER}, 1 / 0` : text)],
  [
    'the caller is not set',
    (text: string) => (text === CALLER ? `select $1, $2, $3, $4, $5` : text),
  ],
])('runs no function where %s', async (_, change) => {
  const { call, close } = caller((line, statements) =>
    line.together(...statements.map(([text, params]): Statement => [change(text), params])),
  )
  // On a connection that has not yet prepared the statements, and on one that has.
  for (const round of [1, 2]) {
    // Null leaves the call to the library, which asks again.
    const response = await call()
    expect(response === null || response.status >= 400, `round ${round}`).toBe(true)
  }
  expect(await ran()).toEqual([])
  await close()
})

it('says what the function has refused, keeps nothing of it, and leaves the connection clean', async () => {
  const { call, borrow, close } = caller()
  expect(await (await call(true))!.json()).toMatchObject({ code: 'P0001', hint: 'credit_exceeded' })
  expect(await ran()).toEqual([])
  const line = await borrow()
  expect(await line.unsafe('select current_user::text as name', [])).toEqual([{ name: 'postgres' }])
  line.release()
  expect(await (await call())!.json()).toBe('done')
  await close()
})

it('answers a call that is no request with what its response would say', async () => {
  const { call, direct, close } = caller()
  const claims = { sub: randomUUID(), session_id: randomUUID(), role: 'authenticated' }
  const asked = (fails: unknown) => direct({ name, args: { p_fails: fails }, claims })
  expect(await asked(false)).toEqual({ status: 200, data: await (await call())!.json() })
  expect(await ran()).toEqual(['authenticated', 'authenticated'])
  const refused = (await call(true))!
  expect(await asked(true)).toEqual({ status: refused.status, error: await refused.json() })
  expect(await direct({ name, args: { p_other: true }, claims })).toBeNull()
  expect(await direct({ name: `no_${name}`, args: {}, claims })).toBeNull()
  await close()
})

it('says that the database does not answer when the connection is lost meanwhile', async () => {
  const through = wire.through(url)
  const { call, borrow, close } = caller((line, statements) => {
    const answers = line.together(...statements)
    setImmediate(() => wire.cut())
    return answers
  }, through)
  const line = await borrow()
  await line.unsafe('select 1', [])
  line.release()
  for (let round = 0; round < 10; round++) {
    const response = await call()
    if (response && response.status < 400) expect(await response.json()).toBe('done')
    else expect(response?.status).toBe(503)
  }
  expect((await ran()).every((role) => role === 'authenticated')).toBe(true)
  await close()
})
