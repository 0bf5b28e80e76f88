import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../app/platform/request/context.ts'
import { type Backend, openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { isHosted, testServer } from '../support/server.ts'

const server = testServer()
let backend: Backend

beforeAll(async () => {
  const env = readEnv({ KALAKAL_DATA_DIR: server.folder })
  backend = await openBackend(env, { origin: server.origin, as: 'tool' })
})

/** A field app's person: its client and its token. */
async function field(email: string): Promise<{ db: Db; token: string }> {
  const db = await signInAs(backend, { email, password: DEMO_PASSWORD })
  const { data } = await db.auth.getSession()
  return { db, token: data.session!.access_token }
}

interface Answer {
  status: number
  type: string | null
  body: Record<string, unknown>
}

/** A call without cookies, as an external client makes it. */
async function call(
  path: string,
  token: string | null,
  init: RequestInit & { headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${server.origin}${path}`, {
    redirect: 'manual',
    ...init,
    headers: { ...init.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  const text = await response.text()
  const type = response.headers.get('content-type')
  return { status: response.status, type, body: type?.includes('json') ? JSON.parse(text) : {} }
}

const rename = (token: string | null, body: object, headers: Record<string, string> = {}) =>
  call('/api/account-name', token, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

const READS = ['/api/company-settings', '/api/current-profile']

describe('the caller', () => {
  it('nobody without a session or token: 401 as data, never the sign-in', async () => {
    const { token } = await field('agent@demo.test')
    const changed = `${token.slice(0, -4)}AAAA`
    for (const bad of [
      null,
      'nonsense',
      'a.b.c',
      changed,
      backend.publishableKey,
      backend.secretKey,
    ]) {
      for (const path of READS) {
        const { status, type, body } = await call(path, bad)
        expect([path, bad, status]).toEqual([path, bad, 401])
        expect(type).toContain('application/json')
        expect(body.title).toBe('Please sign in')
      }
      // A request without a token does not even pass the origin guard.
      expect((await rename(bad, { name: 'X' })).status).toBe(bad ? 401 : 403)
    }
  })

  it.each(['agent', 'collector', 'manager', 'sales-admin', 'owner'])(
    '%s by a token, also where the role is refused on the web',
    async (login) => {
      const email = `${login}@demo.test`
      const { db, token } = await field(email)
      const { data } = await db.auth.getUser()
      const profile = await call('/api/current-profile', token)
      expect(profile.status).toBe(200)
      expect(profile.body).toEqual({
        display_name: expect.any(String),
        id: data.user!.id,
        email,
      })
      const company = await call('/api/company-settings', token)
      expect(company.body).toMatchObject({
        ...{ logoUri: expect.stringMatching(/^\/logos\//), logoUri1: null, currency: 'PHP' },
      })
    },
  )

  it('the web by its cookie, which goes before a token beside it', async () => {
    const client = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    const { token } = await field('agent@demo.test')
    const response = await client.get('/api/current-profile', { authorization: `Bearer ${token}` })
    expect(await response.json()).toMatchObject({ email: 'owner@demo.test' })
  })

  it('the administrator has neither profile nor company here', async () => {
    const client = await HttpClient.signedIn(server.origin, 'admin@demo.test')
    for (const path of READS) expect((await client.get(path)).status).toBe(404)
    expect((await client.post('/api/account-name', { name: 'Somebody' })).status).toBe(404)
  })

  it('a token opens no page', async () => {
    const { token } = await field('owner@demo.test')
    const response = await fetch(`${server.origin}/home`, {
      redirect: 'manual',
      headers: { authorization: `Bearer ${token}` },
    })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
  })

  it('not a token whose session has ended', async () => {
    const { db, token } = await field('collector@demo.test')
    expect((await call('/api/current-profile', token)).status).toBe(200)
    await db.auth.signOut({ scope: 'local' })
    expect((await call('/api/current-profile', token)).status).toBe(401)
  })
})

describe('company settings', () => {
  it('are those of another own project with ?project=, and 404 for others', async () => {
    const { db, token } = await field('owner@demo.test')
    const { data } = await db.from('projects').select('id, name, time_zone')
    const [own] = data!
    const answer = await call(`/api/company-settings?project=${own!.id}`, token)
    expect(answer.body).toMatchObject({
      projectId: own!.id,
      projectName: own!.name,
      timeZone: own!.time_zone,
    })
    const other = await field('owner@other.test')
    const { data: foreign } = await other.db.from('projects').select('id')
    for (const id of [foreign![0]!.id, randomUUID(), 'not-an-id', ''])
      expect((await call(`/api/company-settings?project=${id}`, token)).status).toBe(404)
  })
})

describe('account name', () => {
  it('changes the name of the caller, whoever the request names', async () => {
    const victim = await field('owner@demo.test')
    const before = await call('/api/current-profile', victim.token)
    const { token } = await field('agent@demo.test')
    const named = { id: before.body.id, user_id: before.body.id, userId: before.body.id }
    const answer = await rename(token, { name: '  Ligaya Ramos ', ...named })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      display_name: 'Ligaya Ramos',
      email: 'agent@demo.test',
      message: 'Account Name Changed Successfully!',
    })
    expect((await call('/api/current-profile', token)).body.display_name).toBe('Ligaya Ramos')
    expect(await call('/api/current-profile', victim.token)).toEqual(before)
  })

  it('takes a form too, by token or from our own page', async () => {
    const { token } = await field('manager@demo.test')
    const form = await call('/api/account-name', token, {
      method: 'POST',
      body: new URLSearchParams({ name: 'Manuel Form' }),
    })
    expect(form.body.display_name).toBe('Manuel Form')
    const client = await HttpClient.signedIn(server.origin, 'warehouse@demo.test')
    const page = await client.post('/api/account-name', { name: 'Wilma Page' })
    expect(await page.json()).toMatchObject({ display_name: 'Wilma Page' })
  })

  it('has one effect for one idempotency key, however often it is sent', async () => {
    const { db, token } = await field('collector@demo.test')
    const idempotencyKey = randomUUID()
    const answers = [
      await rename(token, { name: 'Carlo Once', idempotencyKey }),
      await rename(token, { name: 'Carlo Once', idempotencyKey }),
    ]
    expect(answers[1]).toEqual(answers[0])
    expect(answers[0]!.status).toBe(200)
    // The same key with another name is a mistake of the client.
    expect(
      (await rename(token, { name: 'Carlo Twice', idempotencyKey })).status,
    ).toBeGreaterThanOrEqual(400)
    const { data } = await db.auth.getUser()
    const { data: me } = await db
      .from('profiles')
      .select('display_name')
      .eq('user_id', data.user!.id)
      .single()
    expect(me?.display_name).toBe('Carlo Once')
  })

  it('refuses what is no name, key or body with a sentence', async () => {
    const { token } = await field('agent@demo.test')
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 'x'.repeat(81) }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: 'Ligaya', idempotencyKey: 'again' }, 'idempotencyKey'],
    ] as const) {
      const answer = await rename(token, body)
      expect([answer.status, answer.body.field]).toEqual([422, field])
      expect(answer.body.message).toMatch(/\w/)
    }
    const broken = await call('/api/account-name', token, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":',
    })
    expect([broken.status, broken.type?.includes('json')]).toEqual([400, true])
    for (const name of ["Robert'); drop table profiles;--", '<script>alert(1)</script>', '名前'])
      expect((await rename(token, { name })).body.display_name).toBe(name)
  })
})

describe('the origin guard', () => {
  it('lets a token pass below /api/ only, and only without cookies', async () => {
    const { token } = await field('agent@demo.test')
    const evil = { origin: 'https://evil.example' }
    // A header that a browser adds on its own marks the request as possibly forged.
    expect((await rename(token, { name: 'A' }, { cookie: 'theme=dark' })).status).toBe(403)
    expect((await rename(token, { name: 'A' }, { cookie: 'theme=dark', ...evil })).status).toBe(403)
    expect((await rename(token, { name: 'Ligaya' }, evil)).status).toBe(200)
    expect((await rename(null, { name: 'A' }, { authorization: 'Basic YTpi' })).status).toBe(403)
    for (const path of ['/signout', '/settings', '/', '/api', '/apis/account-name'])
      expect((await call(path, token, { method: 'POST', body: '' })).status).toBe(403)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      expect((await call('/api/account-name', token, { method, body: '' })).status).toBe(403)
    const client = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    const forged = { authorization: `Bearer ${token}`, ...evil }
    expect((await client.post('/api/account-name', { name: 'A' }, forged)).status).toBe(403)
  })
})

describe('the documented example', () => {
  // It signs in at the address of the embedded API.
  it.skipIf(isHosted())('runs as it stands', async () => {
    const [, code] = /```js\n([\s\S]*?)```/.exec(readFileSync('docs/field-api.md', 'utf8')) ?? []
    const run = promisify(execFile)(
      process.execPath,
      ['--input-type=module', '-e', code!, '--', 'example.mjs', 'Lito Dokumento'],
      {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'production',
          KALAKAL: server.origin,
          PUBLISHABLE_KEY: backend.publishableKey,
          EMAIL: 'agent@demo.test',
          PASSWORD: DEMO_PASSWORD,
        },
      },
    )
    const { stdout } = await run
    for (const part of [
      "email: 'agent@demo.test'",
      "logoUri: '/logos/",
      "display_name: 'Lito Dokumento'",
    ])
      expect(stdout).toContain(part)
  })
})
