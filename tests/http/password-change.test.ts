import { describe, expect, it } from 'vitest'
import { type Backend, openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { accountClient, personClient } from '../../server/supabase.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { FieldClient } from '../support/field-client.ts'
import { GOOD, newLink, twice } from '../support/links.ts'
import { mailsTo, readOutbox } from '../support/outbox.ts'
import { isHosted, testServer } from '../support/server.ts'

const server = testServer()

/** The API of the running server, as the apps of the field use it. */
async function withApi<T>(work: (backend: Backend) => Promise<T>): Promise<T> {
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  try {
    return await work(backend)
  } finally {
    await backend.close()
  }
}

async function appOf(backend: Backend, email: string, password = DEMO_PASSWORD) {
  const db = personClient(backend)
  const { data, error } = await db.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return { db, refresh: data.session!.refresh_token }
}

const subjects = (email: string) =>
  readOutbox(server.folder)
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)

/** Each way to a new password; it answers the client that goes on, if one does. */
const WAYS: Record<string, (email: string, backend: Backend) => Promise<HttpClient | null>> = {
  async 'the settings'(email) {
    const client = await HttpClient.signedIn(server.origin, email)
    const page = await (await client.get('/settings')).text()
    const project = /name="project" value="([^"]*)"/.exec(page)![1]!
    const response = await client.post('/settings', {
      intent: 'password',
      project,
      current: DEMO_PASSWORD,
      ...twice(GOOD),
    })
    expect(response.status).toBeLessThan(400)
    return client
  },
  async 'a mailed link on the web'(email) {
    const link = await newLink(server, 'recovery', email)
    const client = new HttpClient(server.origin)
    expect((await client.post(link, twice(GOOD))).headers.get('location')).toBe('/')
    return client
  },
  async 'the API with the current password'(email, backend) {
    const { db } = await appOf(backend, email)
    const { error } = await db.auth.updateUser({ password: GOOD, current_password: DEMO_PASSWORD })
    expect(error).toBeNull()
    expect((await db.rpc('current_identity')).data).not.toBeNull()
    return null
  },
  async 'a mailed link on the API'(email, backend) {
    const link = new URL(await newLink(server, 'recovery', email), server.origin)
    const db = personClient(backend)
    const token_hash = link.searchParams.get('token_hash')!
    expect((await db.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull()
    expect((await db.auth.updateUser({ password: GOOD })).error).toBeNull()
    // Supabase Auth takes a password without the current one as long as the session of a link lasts.
    if (isHosted()) return null
    const again = await db.auth.updateUser({ password: 'another-four-words-here' })
    expect(again.error?.code).toBe('current_password_required')
    return null
  },
  async 'the operator'(email, backend) {
    const { auth } = accountClient(backend)
    const { data } = await auth.admin.listUsers({ perPage: 1000 })
    const id = data.users.find((user) => user.email === email)!.id
    expect((await auth.admin.updateUserById(id, { password: GOOD })).error).toBeNull()
    return null
  },
}

const PEOPLE = ['warehouse', 'invoice-admin', 'sales-admin', 'ase', 'general-manager'].map(
  (name) => `${name}@demo.test`,
)

describe('a password that is changed', () => {
  it('ends the sessions of phones of the field', async () => {
    const email = 'agent@demo.test'
    const phone = new FieldClient(server.origin)
    expect((await phone.enter(email)).status).toBe(200)
    expect((await phone.call('me')).status).toBe(200)
    const link = await newLink(server, 'recovery', email)
    expect((await new HttpClient(server.origin).post(link, twice(GOOD))).status).toBe(302)
    expect((await phone.call('me')).status).toBe(401)
    expect((await phone.enter(email)).status).toBe(422)
    expect((await phone.enter(email, GOOD)).status).toBe(200)
  })

  it.each(Object.keys(WAYS).map((way, at) => [way, PEOPLE[at]!]))(
    'by %s ends every other session',
    async (way, email) => {
      await withApi(async (backend) => {
        const browser = await HttpClient.signedIn(server.origin, email)
        const app = await appOf(backend, email)
        const going = await WAYS[way]!(email, backend)

        if (going) expect((await going.get('/home')).status).toBe(200)
        expect((await browser.get('/home')).headers.get('location')).toBe('/')
        expect((await app.db.rpc('current_identity')).data).toBeNull()
        expect((await app.db.from('customers').select('id')).data ?? []).toEqual([])
        const { error } = await personClient(backend).auth.refreshSession({
          refresh_token: app.refresh,
        })
        expect(error).not.toBeNull()
        expect((await new HttpClient(server.origin).signIn(email)).status).toBe(422)
        expect((await new HttpClient(server.origin).signIn(email, GOOD)).status).toBe(302)
        if (way === 'the operator') return
        await expect.poll(() => subjects(email)).toContain('Your Kalakal password was set')
        await mailsTo(server.folder, email, 1)
      })
    },
  )
})

// The embedded server refuses these beyond Supabase Auth.
describe.skipIf(isHosted())('with a token alone', () => {
  const email = 'finance-admin@demo.test'

  it('nobody changes a password, an address or anything else of the account', async () => {
    await withApi(async (backend) => {
      const { db } = await appOf(backend, email)
      const codes = async (attributes: object) => (await db.auth.updateUser(attributes)).error?.code
      expect(await codes({ password: GOOD })).toBe('current_password_required')
      expect(await codes({ password: GOOD, current_password: 'not-my-password' })).toBe(
        'current_password_mismatch',
      )
      for (const other of [
        { email: 'me@elsewhere.test' },
        { data: { role: 'Owner' } },
        { phone: '+639170000000' },
        { password: GOOD, current_password: DEMO_PASSWORD, email: 'me@elsewhere.test' },
        { password: [GOOD], current_password: DEMO_PASSWORD },
        {},
      ])
        expect(await codes(other), JSON.stringify(other)).toBe('validation_failed')
      const { data } = await db.auth.getUser()
      expect(data.user).toMatchObject({ email })
      expect(data.user!.user_metadata.role).toBeUndefined()
      expect((await new HttpClient(server.origin).signIn(email)).status).toBe(302)
    })
  })

  it('nobody takes a weak one', async () => {
    await withApi(async (backend) => {
      const { db } = await appOf(backend, email)
      for (const password of [
        'aaaaaaaaaaaa',
        'password1234',
        'short-one',
        'finance-admin-demo',
        'ñ'.repeat(40),
        '',
      ])
        expect(
          (await db.auth.updateUser({ password, current_password: DEMO_PASSWORD })).error?.code,
          password,
        ).toBe('weak_password')
      const same = { password: DEMO_PASSWORD, current_password: DEMO_PASSWORD }
      expect((await db.auth.updateUser(same)).error).not.toBeNull()
    })
  })

  it('nobody signs in with more than was chosen', async () => {
    await withApi(async (backend) => {
      const { db } = await appOf(backend, 'owner@demo.test')
      const password =
        'Tatlong-manok ñ sa bukid, dalawang kalabaw at isang bayabas. '.slice(0, 55) + 'ñ'.repeat(8)
      expect(Buffer.byteLength(password)).toBe(72)
      const changed = await db.auth.updateUser({ password, current_password: DEMO_PASSWORD })
      expect(changed.error).toBeNull()
      const signIn = (typed: string) =>
        personClient(backend).auth.signInWithPassword({ email: 'owner@demo.test', password: typed })
      expect((await signIn(`${password}x`)).error?.code).toBe('invalid_credentials')
      expect((await signIn(password)).error).toBeNull()
    })
  })

  it('nobody finds the current one by trying', async () => {
    await withApi(async (backend) => {
      const { db } = await appOf(backend, email)
      const answers: (number | undefined)[] = []
      for (let n = 0; n < 14; n++) {
        const attributes = { password: GOOD, current_password: `guess-${n}` }
        answers.push((await db.auth.updateUser(attributes)).error?.status)
      }
      expect(answers.filter((status) => status === 400).length).toBeLessThanOrEqual(10)
      expect(answers.at(-1)).toBe(429)
      const right = { password: GOOD, current_password: DEMO_PASSWORD }
      expect((await db.auth.updateUser(right)).error?.status).toBe(429)
    })
  })
})
