import { setTimeout as sleep } from 'node:timers/promises'
import { App } from '@supabase/lite'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { createClient } from '@supabase/supabase-js'
import bcrypt from 'bcryptjs'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import ws from 'ws'
import type { PgliteDriver } from './lite-internals.ts'

/**
 * The library as it is, without what this server changes in it. Each test shows a behavior that one of our changes is
 * there for, and has a report in docs/upstream. A test that fails after an update says that the change may go.
 */
const SECRET = 'a-secret-of-these-tests-with-more-than-32-characters'
const PUBLISHABLE = 'sb_publishable_of_these_tests'
const SECRET_KEY = 'sb_secret_of_these_tests'
const PASSWORD = 'tatlong-manok-sa-bukid'
const PEOPLE = {
  good: { confirmed: 'now()', banned: 'null' },
  banned: { confirmed: 'now()', banned: "now() + interval '1 day'" },
  unconfirmed: { confirmed: 'null', banned: 'null' },
}
const mailed: string[] = []
let connection: Awaited<ReturnType<typeof createPgliteConnection>>
let app: Pick<App, 'fetch'>

beforeAll(async () => {
  // The library prints each failed statement.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  connection = await createPgliteConnection({ url: 'memory://' })
  const { driver } = connection
  await driver.exec(`
    create role anon nologin; create role authenticated nologin; create role service_role nologin bypassrls;
    grant usage on schema public to anon, authenticated;
    create table public.goods (id int primary key, made_at timestamptz not null default now());
    insert into public.goods values (1, '2026-11-23 15:42:07+00'), (2, now());
    create schema other; create view other.goods as select id, made_at from public.goods;
    grant select on public.goods to authenticated;
    alter table public.goods enable row level security;
    create policy readable on public.goods for select to authenticated using (true);
    create function public.refuse() returns void language plpgsql as $$
      begin raise exception using errcode = 'P0001', message = 'Only 3 left.', hint = 'insufficient_stock', detail = 'lines[0]'; end $$;
  `)
  const library = new App({
    connection,
    api: { schemas: ['public'] },
    auth: {
      enabled: true,
      jwt_secret: SECRET,
      publishable_key: PUBLISHABLE,
      secret_key: SECRET_KEY,
      site_url: 'http://localhost',
      email: { enable_signup: false, enable_confirmations: true },
    },
    options: {
      server: { admin: false, disableStudio: true },
      drivers: { email: { send: async ({ to }: { to: string }) => void mailed.push(to) } },
    },
  } as ConstructorParameters<typeof App>[0])
  await library.init()
  await library.ensureSystemSchema()
  for (const [name, more] of Object.entries(PEOPLE))
    await driver.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, banned_until, raw_app_meta_data, raw_user_meta_data)
       values (gen_random_uuid(), 'authenticated', 'authenticated', $1, $2, ${more.confirmed}, ${more.banned}, '{}', '{}')`,
      [`${name}@upstream.test`, await bcrypt.hash(PASSWORD, 4)],
    )
  app = library
}, 120_000)
afterAll(() => connection?.close())

async function ask(path: string, init: RequestInit = {}, claims: object = {}): Promise<Response> {
  const token = await new SignJWT({ role: 'authenticated', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET))
  const headers = {
    apikey: PUBLISHABLE,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  return app.fetch(new Request(`http://localhost/rest/v1/${path}`, { ...init, headers }))
}

it('answers a moment without the T of ISO 8601', async () => {
  const response = await ask('goods?select=made_at&id=eq.1')
  expect(await response.json()).toEqual([{ made_at: '2026-11-23 15:42:07+00' }])
})

it('grants all privileges on all tables at the first request', async () => {
  await ask('goods?select=id')
  const { rows } = await connection.driver.query<{ may: boolean }>(
    "select has_table_privilege('anon', 'public.goods', 'truncate') as may",
  )
  expect(rows).toEqual([{ may: true }])
})

it('answers a refusal of a function without its hint and its status', async () => {
  const response = await ask('rpc/refuse', { method: 'POST', body: '{}' })
  const said = await response.json()
  expect([response.status, said.code, said.hint, said.details]).toEqual([500, 'SUP', null, null])
})

it('searches the text of a view elsewhere at each request for a table of its name', async () => {
  await ask('goods?select=id')
  const { introspection } = connection as unknown as {
    introspection: { views: { schema: string; name: string; sql: string }[] }
  }
  const view = introspection.views.find(({ schema }) => schema === 'other')!
  const { sql } = view
  let reads = 0
  Object.defineProperty(view, 'sql', { get: () => ++reads && sql })
  await ask('goods?select=id')
  expect(reads).toBeGreaterThan(0)
})

it('tells who asks in six statements, one after the other', async () => {
  const sent = vi.spyOn(connection.driver, 'query')
  await ask('goods?select=id&id=eq.1')
  const told = sent.mock.calls.filter(([text]) => /set_config|set local role/i.test(String(text)))
  sent.mockRestore()
  expect(told).toHaveLength(6)
})

it('puts the name of a column with NUL into the statement', async () => {
  const response = await ask('goods?select=id&order=id%00')
  expect([response.status, (await response.json()).code]).toEqual([500, 'SUP'])
})

it('loses what a transaction on PGlite wrote to the rollback of another request', async () => {
  const { driver } = connection
  const { runInTransaction } = connection as unknown as LiteConnection
  await Promise.all([
    runInTransaction.call(connection, async () => {
      await driver.query('insert into public.goods (id) values (7)')
      await sleep(100)
    }),
    sleep(30).then(() => ask('rpc/refuse', { method: 'POST', body: '{}' })),
  ])
  const { rows } = await driver.query('select id from public.goods where id = 7')
  expect(rows).toEqual([])
})

async function account(
  path: string,
  body: object | null,
  { method = 'POST', token = '' } = {},
): Promise<{ status: number; said: Said }> {
  const headers = {
    ...{ apikey: PUBLISHABLE, 'content-type': 'application/json' },
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const response = await app.fetch(
    new Request(`http://localhost/auth/v1/${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, said: await response.json() }
}

interface LiteConnection {
  runInTransaction(work: () => Promise<void>): Promise<void>
}

interface Said {
  access_token?: string
  error_code?: string
  keys?: object[]
  refresh_token?: string
}

const signIn = (name: keyof typeof PEOPLE, password = PASSWORD) =>
  account('token?grant_type=password', { email: `${name}@upstream.test`, password })

it('joins two filters `or` with or', async () => {
  const response = await ask('goods?select=id&or=(id.eq.1)&or=(id.eq.2)&order=id')
  expect(await response.json()).toEqual([{ id: 1 }, { id: 2 }])
})

it('takes a token that was made for another service', async () => {
  const response = await ask('goods?select=id', {}, { aud: 'of another service' })
  expect(response.status).toBe(200)
})

it('lets a banned account sign in', async () => {
  expect((await signIn('banned')).status).toBe(200)
})

it('tells without the password that an account is not confirmed', async () => {
  const { status, said } = await signIn('unconfirmed', 'not the password')
  expect([status, said.error_code]).toEqual([400, 'email_not_confirmed'])
})

it('accepts to send a confirmation again, and sends none', async () => {
  const { status } = await account('resend', { type: 'signup', email: 'unconfirmed@upstream.test' })
  expect([status, mailed]).toEqual([200, []])
})

it('ends a session whose token two requests renew at the same moment', async () => {
  const { said } = await signIn('good')
  const renew = (refresh_token?: string) =>
    account('token?grant_type=refresh_token', { refresh_token })
  const both = await Promise.all([renew(said.refresh_token), renew(said.refresh_token)])
  const last = both.find(({ status }) => status === 200)!.said.refresh_token
  const after = [await renew(said.refresh_token), await renew(last)]
  expect(after.map(({ status }) => status)).toEqual([400, 400])
})

it('has no administration of accounts', async () => {
  const { status } = await account('admin/users', null, { method: 'GET', token: SECRET_KEY })
  expect(status).toBe(401)
})

it('compares a password on the thread that asks', async () => {
  const compared = vi.spyOn(bcrypt, 'compare')
  await signIn('good')
  expect(compared).toHaveBeenCalled()
  compared.mockRestore()
})

it('takes the token of a recovery for a magic link', async () => {
  await connection.driver.query(
    `update auth.users set recovery_token = 'a token', recovery_sent_at = now() where email = 'good@upstream.test'`,
  )
  const { status } = await account('verify', { type: 'magiclink', token_hash: 'a token' })
  expect(status).toBe(200)
})

it('signs with a shared secret, and has no key to show', async () => {
  const { said } = await signIn('good')
  const [header = ''] = said.access_token!.split('.')
  expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'HS256' })
  const { said: shown } = await account('.well-known/jwks.json', null, { method: 'GET' })
  expect(shown.keys).toEqual([])
})

it('changes a password without the current one, and ends no other session', async () => {
  const [one, other] = [await signIn('good'), await signIn('good')]
  const change = { method: 'PUT', token: one.said.access_token! }
  expect((await account('user', { password: 'apat-na-kalabaw-sa-ilog' }, change)).status).toBe(200)
  const { status } = await account('token?grant_type=refresh_token', {
    refresh_token: other.said.refresh_token,
  })
  expect(status).toBe(200)
})

it('has a client send a failed read four times, whatever is set', async () => {
  let sent = 0
  const client = createClient('http://localhost', PUBLISHABLE, {
    db: { retry: false } as object,
    global: {
      fetch: async () => {
        sent += 1
        return new Response('{}', { status: 503, headers: { 'retry-after': '0' } })
      },
    },
    realtime: { transport: ws as never },
    auth: { persistSession: false, autoRefreshToken: false },
  })
  await client.from('goods').select('id')
  expect(sent).toBe(4)
})

/** Sent, it would stay in the buffer of messages, which all databases of a process share. */
it('hands an object for a list on to the message as it is', () => {
  const { serializers } = connection.driver as unknown as PgliteDriver
  const TEXTS = 1009
  expect(serializers[TEXTS]!({ no: 'list' })).toEqual({ no: 'list' })
})
