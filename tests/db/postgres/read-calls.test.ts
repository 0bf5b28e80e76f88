import { randomBytes, randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { functionCalls } from '../../../server/embedded-supabase/api/function-calls.ts'
import type { CatalogueFunction } from '../../../server/embedded-supabase/api/lite-internals.ts'
import { callContext } from '../../../server/embedded-supabase/database/call-context.ts'
import { type Borrowed, OPTIONS, poolFor } from '../../../server/embedded-supabase/database/pool.ts'

const url = `${inject('postgres')}/postgres`
const id = randomUUID().replaceAll('-', '')
/** Tells who it runs as; `hidden` does the same, and nobody may call it. */
const tells = `tells_${id}`
const hidden = `hidden_${id}`
const keys = { jwtSecret: randomBytes(32).toString('hex'), publishableKey: 'sb_publishable_test' }
let owner: postgres.Sql

beforeAll(async () => {
  owner = postgres(url, { max: 1, onnotice: () => {} })
  const body = `(p_text text) returns json language plpgsql stable as $f$
    begin
      if p_text = 'fail' then raise exception 'refused' using errcode = 'P0001', hint = 'not_found'; end if;
      return json_build_object('text', p_text, 'as', current_user, 'sub', current_setting('request.jwt.claim.sub'),
        'session', current_setting('request.jwt.claims')::json ->> 'session_id', 'role', current_setting('request.jwt.claim.role'),
        'time', current_setting('statement_timeout'));
    end $f$`
  await owner.unsafe(`
    do $$ begin create role authenticated nologin; exception when duplicate_object or unique_violation then null; end $$;
    create function public.${tells}${body}; create function public.${hidden}${body};
    revoke execute on function public.${hidden}(text) from public`)
})
afterAll(async () => {
  await owner.unsafe(`drop function public.${tells}(text); drop function public.${hidden}(text)`)
  await owner.end()
})

const called = (name: string): CatalogueFunction => ({
  ...{ schema: 'public', name, arg_names: ['p_text'], arg_types: ['text'], arg_defaults: 0 },
  ...{ has_variadic: false, volatility: 's', return_type: 'json', return_is_setof: false },
  ...{ return_typtype: 'b', has_out_args: false },
})

const person = () => ({ sub: randomUUID(), session_id: randomUUID(), role: 'authenticated' })

/** Calls on one connection, each of whose messages is noted. */
function caller({ keepsRoles = true } = {}) {
  const sql = postgres(url, OPTIONS)
  const pool = poolFor(sql, { connections: 1 })
  const sent: number[] = []
  const borrow = async (role?: 'authenticated'): Promise<Borrowed> => {
    const line = await pool.reserve(role)
    const together: Borrowed['together'] = (...statements) => {
      sent.push(statements.length)
      return line.together(...statements)
    }
    return { ...line, together }
  }
  const all = [called(tells), called(hidden)]
  const { call } = functionCalls({ borrow, keepsRoles, functions: async () => all }, keys)
  const ask = (claims: ReturnType<typeof person>, text = 'any', name = tells) =>
    call({ name, args: { p_text: text }, claims })
  const close = async () => {
    await pool.close()
    await sql.end()
  }
  return { ask, sent, borrow, close }
}

const toldBy = ({ sub, session_id }: ReturnType<typeof person>, text = 'any') => ({
  status: 200,
  data: { text, as: 'authenticated', sub, session: session_id, role: 'authenticated', time: '15s' },
})

it('asks a function that only reads by one statement, as the person', async () => {
  const { ask, sent, close } = caller()
  const people = [person(), person()]
  // Often enough for PostgreSQL to keep a plan that is not made for one person.
  for (let round = 0; round < 16; round++) {
    const one = people[round % 2]!
    expect(await ask(one, `$1 ' ${round}`), `round ${round}`).toEqual(toldBy(one, `$1 ' ${round}`))
  }
  expect(sent.every((statements) => statements === 1)).toBe(true)
  await close()
})

it('leaves nothing of a person on the connection, and gives it back to the owner', async () => {
  const { ask, borrow, close } = caller()
  const left = `select current_user::text as name, nullif(current_setting('request.jwt.claims', true), '') as claims,
    nullif(current_setting('request.jwt.claim.sub', true), '') as sub`
  for (const text of ['any', 'fail']) {
    const one = person()
    await ask(one, text)
    const kept = await borrow('authenticated')
    expect(await kept.unsafe(left, [])).toEqual([
      { name: 'authenticated', claims: null, sub: null },
    ])
    kept.release()
    const line = await borrow()
    expect(await line.unsafe(left, [])).toEqual([{ name: 'postgres', claims: null, sub: null }])
    line.release()
    expect(await ask(one)).toEqual(toldBy(one))
  }
  await close()
})

it('says what the function has refused, and that a function may not be called', async () => {
  const { ask, close } = caller()
  expect(await ask(person(), 'fail')).toMatchObject({
    status: 400,
    error: { code: 'P0001', hint: 'not_found' },
  })
  // Null leaves it to the library, which is refused alike and says so.
  for (const round of [1, 2])
    expect(await ask(person(), 'any', hidden), `round ${round}`).toBeNull()
  await owner.unsafe(`grant execute on function public.${hidden}(text) to authenticated`)
  const one = person()
  expect(await ask(one, 'any', hidden)).toEqual(toldBy(one))
  await close()
})

it('runs no function where the connection has not the role', async () => {
  const { ask, borrow, close } = caller()
  const line = await borrow('authenticated')
  await line.unsafe('reset role', [])
  line.release()
  const answer = await ask(person())
  // Null leaves the call to the library, which asks again.
  expect(answer === null || answer.status >= 400).toBe(true)
  await close()
})

it('keeps to a transaction of four statements behind a pooler and where a call has a time of its own', async () => {
  const pooled = caller({ keepsRoles: false })
  const one = person()
  expect(await pooled.ask(one)).toEqual(toldBy(one))
  expect(pooled.sent).toEqual([4])
  await pooled.close()
  const { ask, sent, close } = caller()
  const context = { external: false, ranged: false, signal: new AbortController().signal }
  const inTime = (of: object) => callContext.run({ ...context, ...of }, () => ask(one))
  expect(await inTime({})).toEqual(toldBy(one))
  expect(await inTime({ external: true })).toMatchObject({ data: { time: '5s' } })
  expect(await inTime({ statementMs: 120_000 })).toMatchObject({ data: { time: '2min' } })
  expect(sent).toEqual([1, 4, 4])
  await close()
})
