import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { type Backend, openBackend } from '../../server/backend.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { readEnv } from '../../server/env.ts'
import { personClient } from '../../server/supabase.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer } from '../../tools/server-process.ts'
import { FieldClient } from '../support/field-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

async function api(): Promise<Backend> {
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  onTestFinished(() => backend.close())
  return backend
}

describe('somebody who is deactivated', () => {
  it.each(['warehouse', 'collector', 'owner'])(
    '(%s) has no session left, and none comes back',
    async (name) => {
      const backend = await api()
      const email = `${name}@demo.test`
      const admin = await signInAs(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
      const browser = new HttpClient(server.origin)
      const onTheWeb = (await browser.signIn(email)).status === 302
      const phone = new FieldClient(server.origin)
      const onThePhone = (await phone.enter(email)).status === 200
      const app = personClient(backend)
      const { data } = await app.auth.signInWithPassword({ email, password: DEMO_PASSWORD })
      const { user, refresh_token } = data.session!
      const projects = (await app.rpc('current_identity')).data as {
        memberships: { project_id: string }[]
      }
      const setStatus = async (p_status: string) => {
        for (const { project_id: p_project } of projects.memberships) {
          const { error } = await admin.rpc('set_member_status', {
            p_project,
            p_idempotency_key: randomUUID(),
            p_user: user.id,
            p_status,
          })
          expect(error).toBeNull()
        }
      }
      const refresh = () => personClient(backend).auth.refreshSession({ refresh_token })
      const apiSignIn = () =>
        personClient(backend).auth.signInWithPassword({ email, password: DEMO_PASSWORD })

      expect([onTheWeb, onThePhone]).toContain(true)
      await setStatus('inactive')
      expect((await app.rpc('current_identity')).data).toBeNull()
      if (onThePhone) expect((await phone.call('me')).status).toBe(401)
      expect((await refresh()).error).not.toBeNull()
      expect((await apiSignIn()).error?.code).toBe('user_banned')
      const web = await new HttpClient(server.origin).signIn(email)
      expect(web.status).toBe(422)
      expect(await web.text()).toContain('Account does not exist.')
      if (onTheWeb) expect((await browser.get('/home')).headers.get('location')).toBe('/')

      await setStatus('active')
      expect((await app.rpc('current_identity')).data).toBeNull()
      expect((await refresh()).error).not.toBeNull()
      if (onTheWeb) expect((await browser.get('/home')).headers.get('location')).toBe('/')
      expect((await apiSignIn()).error).toBeNull()
    },
  )

  it('in one of several companies goes on in the others', async () => {
    const backend = await api()
    const admin = await signInAs(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
    const email = 'finance-admin@demo.test'
    const browser = await HttpClient.signedIn(server.origin, email)
    const { data } = await admin
      .from('profiles')
      .select('user_id, version')
      .eq('email', email)
      .single()
    const projects = await admin.from('projects').select('id').neq('id', DEMO_ID).limit(1)
    // Moved to another company, in one command: the session goes on there.
    const { error } = await admin.rpc('update_member', {
      p_project: projects.data![0]!.id,
      p_idempotency_key: randomUUID(),
      p_version: data!.version,
      p_member: {
        user_id: data!.user_id,
        role: 'finance admin',
        project_ids: [projects.data![0]!.id],
      },
    })
    expect(error).toBeNull()
    expect((await browser.get('/home')).status).toBe(200)
  })
})

describe('a session', () => {
  it('goes on in all of many requests that refresh it at once', async () => {
    const backend = await api()
    const credentials = { email: 'agent@demo.test', password: DEMO_PASSWORD }
    const { data } = await personClient(backend).auth.signInWithPassword(credentials)
    const { refresh_token } = data.session!
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        Array.from({ length: 12 }, () =>
          personClient(backend).auth.refreshSession({ refresh_token }),
        ),
      )
      expect(answers.flatMap(({ error }) => error?.code ?? [])).toEqual([])
    }
  })
})

/** An identity provider that renews no token while it is told to answer with a status; until then its tokens are old at once. */
async function unsteadyProvider() {
  const socketPath = path.join(server.folder, 'api.sock')
  let status = 0
  let aging = true
  const proxy = http.createServer((incoming, outgoing) => {
    if (status > 0 && incoming.url!.includes('grant_type=refresh_token')) {
      incoming.resume()
      outgoing.writeHead(status, { 'content-type': 'application/json' })
      outgoing.end(JSON.stringify({ code: status, error_code: 'later', msg: 'Later.' }))
      return
    }
    const { method, url, headers } = incoming
    const passed = http.request({ socketPath, method, path: url, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString()
        const old = text
          .replace(/"expires_in":\d+/, '"expires_in":1')
          .replace(/"expires_at":\d+/, '"expires_at":1000000000')
        const { 'content-length': _, ...kept } = answer.headers
        outgoing.writeHead(answer.statusCode!, kept)
        outgoing.end(aging && url!.includes('/token') ? old : Buffer.concat(parts))
      })
    })
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    age: () => {
      aging = true
    },
    answer: (now: number) => {
      status = now
      aging = false
    },
  }
}

/** Starts a web server of its own, whose identity provider has this address. */
async function serverOf(url: string) {
  const { publishableKey, secretKey } = await openSecrets(server.folder)
  const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-provider-'))
  const own = await openServer(folder, {
    SUPABASE_URL: url,
    SUPABASE_PUBLISHABLE_KEY: publishableKey,
    SUPABASE_SECRET_KEY: secretKey,
    SESSION_SECRET: 'x'.repeat(32),
  })
  onTestFinished(async () => {
    await own.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return own
}

describe('an identity provider that answers "later"', () => {
  it('signs nobody out', { timeout: 120_000 }, async () => {
    const provider = await unsteadyProvider()
    const own = await serverOf(provider.url)
    for (const status of [429, 500, 503]) {
      provider.age()
      const client = await HttpClient.signedIn(own.origin, 'sales-admin@demo.test')
      provider.answer(status)
      const cookies = new Map(client.cookies)
      const refused = await client.get('/home')
      expect([status, refused.status]).toEqual([status, 503])
      expect([...client.cookies.keys()]).toEqual([...cookies.keys()])
      provider.answer(0)
      expect((await client.get('/home')).status).toBe(200)
    }
  })
})

describe('a renewal whose answer is lost', () => {
  it('leaves the phone signed in with what it has', { timeout: 120_000 }, async () => {
    const provider = await unsteadyProvider()
    const own = await serverOf(provider.url)
    const phone = new FieldClient(own.origin)
    // Each token is old at once, so that each call renews it.
    provider.age()
    expect((await phone.enter('agent@demo.test')).status).toBe(200)
    const lost = async () => {
      const before = new Map(phone.cookies)
      expect((await phone.call('me')).status).toBe(200)
      expect([...phone.cookies]).not.toEqual([...before])
      phone.cookies.clear()
      for (const [name, value] of before) phone.cookies.set(name, value)
    }
    for (let n = 0; n < 3; n++) await lost()
    // Also when two calls are on their way together.
    const both = await Promise.all([phone.call('me'), phone.call('me')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    await lost()
    expect((await phone.call('me')).status).toBe(200)
  })
})
