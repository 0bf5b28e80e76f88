import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import { admission } from '../../../server/embedded-supabase/api/admission.ts'
import type { CatalogueFunction } from '../../../server/embedded-supabase/api/lite-internals.ts'
import { callsOfPeople } from '../../../server/embedded-supabase/api/person-calls.ts'
import { CALLER } from '../../../server/embedded-supabase/database/caller.ts'
import { type Borrowed, openPool } from '../../../server/embedded-supabase/database/pool.ts'
import type { ServiceOptions } from '../../../server/embedded-supabase/protocol.ts'
import { Wire } from '../../support/wire.ts'

const url = `${inject('postgres')}/postgres`
const id = randomUUID().replaceAll('-', '')
/** Writes a row with who it runs as, and can refuse after that. */
const writes = `writes_${id}`
/** Tells who it runs as, and what it was given; nobody may call `hidden`, which does the same. */
const tells = `tells_${id}`
const hidden = `hidden_${id}`
const lists = `lists_${id}`
const jwtSecret = randomBytes(32).toString('hex')
let owner: postgres.Sql
let wire: Wire

beforeAll(async () => {
  owner = postgres(url, { max: 1, onnotice: () => {} })
  wire = await Wire.to(url)
  const body = `(p_json jsonb, p_list text[] default '{}') returns json language plpgsql stable as $f$
    begin
      return json_build_object('json', p_json, 'list', p_list, 'as', current_user, 'sub', current_setting('request.jwt.claim.sub'),
        'session', current_setting('request.jwt.claims')::json ->> 'session_id', 'time', current_setting('statement_timeout'));
    end $f$`
  await owner.unsafe(`
    do $$ begin create role authenticated nologin; exception when duplicate_object or unique_violation then null; end $$;
    create table public.${writes} (ran_as text not null);
    create function public.${writes}(p_fails boolean) returns void language plpgsql security definer as $f$
    begin
      insert into public.${writes} values (current_setting('role'));
      if p_fails then raise exception 'refused' using errcode = 'P0001', hint = 'credit_exceeded'; end if;
    end $f$;
    create function public.${lists}(p_rows int) returns table (number int, amount numeric, at timestamptz) language sql stable as
      $f$ select n, 12.50, timestamptz '2026-01-02 03:04+00' from generate_series(1, p_rows) n $f$;
    create function public.${tells}${body}; create function public.${hidden}${body};
    revoke execute on function public.${hidden}(jsonb, text[]) from public`)
})
beforeEach(() => owner.unsafe(`truncate public.${writes}`))
afterAll(async () => {
  await owner.unsafe(`drop function public.${writes}, public.${tells}, public.${hidden}, public.${lists};
    drop table public.${writes}`)
  await owner.end()
  wire.close()
})

const plain = {
  ...{ schema: 'public', arg_defaults: 0, has_variadic: false, volatility: 's' },
  ...{ return_is_setof: false, return_typtype: 'b', has_out_args: false },
}
const told = { ...plain, arg_names: ['p_json', 'p_list'], arg_types: ['jsonb', 'text[]'] }
const FUNCTIONS: CatalogueFunction[] = [
  { ...plain, name: writes, arg_names: ['p_fails'], arg_types: ['boolean'], return_type: 'void' },
  { ...told, name: tells, arg_defaults: 1, return_type: 'json' },
  { ...told, name: hidden, arg_defaults: 1, return_type: 'json' },
  {
    ...{ ...plain, name: lists, arg_names: ['p_rows', 'number', 'amount', 'at'] },
    ...{ arg_types: ['integer'], return_type: 'record', return_is_setof: true, has_out_args: true },
  },
]

function tokenOf(person: { sub: string; session_id: string }): string {
  const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { ...person, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + 60 }
  const signed = `${part({ alg: 'HS256' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
}

const newPerson = () => ({ sub: randomUUID(), session_id: randomUUID() })

/** Calls on one connection, each of whose statements `change` may replace before it is sent. */
function caller({ change = (text: string) => text, through = url, sent = () => {} } = {}) {
  const pool = openPool(through, 1)
  const borrow = async (): Promise<Borrowed> => {
    const line = await pool.borrow()
    const query: Borrowed['query'] = (text, params) => {
      const answer = line.query(change(text), params)
      sent()
      return answer
    }
    return { ...line, query }
  }
  const ask = callsOfPeople({
    calls: { borrow, functions: async () => FUNCTIONS },
    border: null,
    admitted: admission({ databaseUrl: url, jwtSecret } as ServiceOptions, null),
    jwtSecret,
  })
  const call = (name: string, args: object, person = newPerson()) =>
    ask({ name, args, token: tokenOf(person) }, new AbortController().signal)
  return { call, borrow: pool.borrow, close: pool.close }
}

const ran = async () =>
  (await owner.unsafe(`select ran_as from public.${writes}`)).map((row) => row.ran_as)
const DONE = { status: 200, data: null }

it('runs a function as the person who calls, with the limits of a request', async () => {
  const { call, close } = caller()
  for (const json of [{ a: [1, 'x'] }, [1, 2], `"$1 ' text"`]) {
    const person = newPerson()
    expect(await call(tells, { p_json: json, p_list: ['a "b"', null] }, person)).toEqual({
      status: 200,
      data: {
        ...{ json: typeof json === 'string' ? JSON.parse(json) : json, list: ['a "b"', null] },
        ...{ as: 'authenticated', sub: person.sub, session: person.session_id, time: '15s' },
      },
    })
  }
  await close()
})

it('answers rows as PostgREST does, the first thousand of them', async () => {
  const { call, close } = caller()
  expect(await call(lists, { p_rows: 1 })).toEqual({
    status: 200,
    data: [{ number: 1, amount: 12.5, at: '2026-01-02T03:04:00+00:00' }],
  })
  expect(await call(lists, { p_rows: 0 })).toEqual({ status: 200, data: [] })
  expect(await call(lists, { p_rows: 1001 })).toMatchObject({ data: { length: 1000 } })
  await close()
})

it('keeps what a function writes, on a new connection as on a used one', async () => {
  const { call, close } = caller()
  for (const _ of [1, 2, 3]) expect(await call(writes, { p_fails: false })).toEqual(DONE)
  expect(await ran()).toEqual(['authenticated', 'authenticated', 'authenticated'])
  await close()
})

it.each([
  ['no transaction has begun', (text: string) => (text === 'begin' ? 'begin nothing' : text)],
  ['the caller is refused', (text: string) => (text === CALLER ? `${CALLER}, 1 / 0` : text)],
  [
    'the caller is not set',
    (text: string) =>
      text === CALLER ? 'select $1::text, $2::text, $3::text, $4::text, $5::text' : text,
  ],
])('runs no function where %s', async (_, change) => {
  const { call, close } = caller({ change })
  // Null leaves the call to a request.
  const answer = await call(writes, { p_fails: false })
  expect(answer === null || answer.status >= 400).toBe(true)
  expect(await ran()).toEqual([])
  await close()
})

it('says what the function has refused, keeps nothing of it, and leaves the connection clean', async () => {
  const { call, borrow, close } = caller()
  expect(await call(writes, { p_fails: true })).toMatchObject({
    status: 400,
    error: { code: 'P0001', hint: 'credit_exceeded' },
  })
  expect(await ran()).toEqual([])
  const line = await borrow()
  const left = `select current_user::text as name, nullif(current_setting('request.jwt.claims', true), '') as claims`
  expect((await line.query(left)).rows).toEqual([{ name: 'postgres', claims: null }])
  line.release()
  expect(await call(writes, { p_fails: false })).toEqual(DONE)
  await close()
})

it('leaves to a request what is no call of one function, and what the library words', async () => {
  const { call, close } = caller()
  expect(await call(`no_${id}`, {})).toBeNull()
  expect(await call(writes, { p_other: true })).toBeNull()
  expect(await call(writes, {})).toBeNull()
  expect(await call(hidden, { p_json: {} })).toBeNull()
  await close()
})

it('says that the database does not answer when the connection is lost meanwhile', async () => {
  const cut = () => setImmediate(() => wire.cut())
  const { call, close } = caller({ through: wire.through(url), sent: cut })
  for (let round = 0; round < 10; round++) {
    const answer = await call(writes, { p_fails: false })
    if (answer?.status !== 200) expect(answer).toMatchObject({ status: 503 })
  }
  expect((await ran()).every((role) => role === 'authenticated')).toBe(true)
  await close()
})
