import { App } from '@supabase/lite'
import { createPgliteConnection } from '@supabase/lite/pglite'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

/**
 * The library as it is, without what this server changes in it. Each test shows a behavior that one of our changes is
 * there for, and has a report in docs/upstream. A test that fails after an update says that the change may go.
 */
const SECRET = 'a-secret-of-these-tests-with-more-than-32-characters'
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
    insert into public.goods values (1, '2026-11-23 15:42:07+00');
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
    auth: { enabled: true, jwt_secret: SECRET, site_url: 'http://localhost' },
    options: { server: { admin: false, disableStudio: true } },
  } as ConstructorParameters<typeof App>[0])
  await library.init()
  await library.ensureSystemSchema()
  app = library
}, 60_000)
afterAll(() => connection?.close())

async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const token = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(SECRET))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return app.fetch(new Request(`http://localhost/rest/v1/${path}`, { ...init, headers }))
}

it('answers a moment without the T of ISO 8601', async () => {
  const response = await ask('goods?select=made_at')
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
