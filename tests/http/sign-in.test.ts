import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBackend } from '../../server/backend.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient, withoutIds } from '../../tools/http-client.ts'
import { isHosted, testServer, type WebServer } from '../support/server.ts'

const NO_MATCH = 'Email and password does not match.'
const TOO_MANY = 'Too many attempts.'
const WRONG = 'Not-the-password-1'

const said = async (server: WebServer, email: string, password: string) => {
  const response = await new HttpClient(server.origin).signIn(email, password)
  const body = await response.text()
  if (response.status === 302) return 'welcome'
  return body.includes(TOO_MANY) ? TOO_MANY : body.includes(NO_MATCH) ? NO_MATCH : body
}

describe('the sign-in', () => {
  const server = testServer()

  it('says the same of an unknown account and a wrong password', async () => {
    const client = new HttpClient(server.origin)
    const bodies = []
    for (const email of ['owner@demo.test', 'nobody@demo.test']) {
      const response = await client.signIn(email, 'Not-the-password-1')
      expect(response.status).toBe(422)
      const body = await response.text()
      expect(body).toContain('Email and password does not match.')
      bodies.push(withoutIds(body.replaceAll(email, '')))
    }
    expect(bodies[0]).toBe(bodies[1])
  })

  it('ends with the sign-out: the old cookie is dead', async () => {
    const client = await HttpClient.signedIn(server.origin, 'sales-admin@demo.test')
    const stolen = new Map(client.cookies)
    expect((await client.post('/signout')).status).toBe(302)
    expect((await client.get('/home')).headers.get('location')).toBe('/')
    for (const [name, value] of stolen) client.cookies.set(name, value)
    expect((await client.get('/home')).headers.get('location')).toBe('/')
  })

  it('ends the session that the browser had before, whoever signs in', async () => {
    const client = await HttpClient.signedIn(server.origin, 'sales-admin@demo.test')
    for (const next of ['sales-admin@demo.test', 'invoice-admin@demo.test']) {
      const copied = new Map(client.cookies)
      const other = new HttpClient(server.origin)
      for (const [name, value] of copied) other.cookies.set(name, value)
      expect((await other.get('/home')).status).toBe(200)
      // A wrong password ends nothing.
      expect((await client.signIn(next, WRONG)).status).toBe(422)
      for (const [name, value] of copied) other.cookies.set(name, value)
      expect((await other.get('/home')).status).toBe(200)
      expect((await client.signIn(next)).status).toBe(302)
      expect((await client.get('/home')).status).toBe(200)
      for (const [name, value] of copied) other.cookies.set(name, value)
      expect((await other.get('/home')).headers.get('location')).toBe('/')
    }
  })

  it('ends the session of a refused role at once', async () => {
    const client = new HttpClient(server.origin)
    const response = await client.signIn('agent@demo.test')
    expect(response.status).toBe(422)
    expect([...client.cookies.keys()].filter((name) => name.startsWith('session'))).toEqual([])
    // The command uses the running server's own socket, so the remaining session is this one.
    const backend = await openBackend(
      readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: path.resolve(server.folder) }),
      { origin: server.origin, as: 'tool' },
    )
    const agent = await signInAs(backend, { email: 'agent@demo.test', password: DEMO_PASSWORD })
    const { data } = await agent.rpc('my_sessions')
    expect(data!.map(({ current }) => current)).toEqual([true])
    await backend.close()
  })
})

describe('too many attempts', () => {
  const server = testServer()

  it('close an account for a while, the right password included, and no other account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, () => said(server, 'owner@demo.test', WRONG)),
    )
    expect(answers.filter((answer) => answer === NO_MATCH)).toHaveLength(10)
    expect(answers.filter((answer) => answer === TOO_MANY)).toHaveLength(4)
    expect(await said(server, 'Owner@demo.test', DEMO_PASSWORD)).toBe(TOO_MANY)
    expect(await said(server, 'warehouse@demo.test', DEMO_PASSWORD)).toBe('welcome')
  })

  it('read the same for an address without an account', async () => {
    for (let n = 0; n < 10; n++) expect(await said(server, 'ghost@demo.test', WRONG)).toBe(NO_MATCH)
    expect(await said(server, 'ghost@demo.test', WRONG)).toBe(TOO_MANY)
  })

  // On a hosted project field apps ask Supabase Auth, which counts for addresses alone.
  it.skipIf(isHosted())('count on the API of field apps too, together with the web', async () => {
    const { publishableKey } = await openSecrets(server.folder)
    const token = (email: string, password: string) =>
      fetch(`${server.origin}/supabase/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: publishableKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
    expect((await token('collector@demo.test', DEMO_PASSWORD)).status).toBe(200)
    const refused = await token('owner@demo.test', DEMO_PASSWORD)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    // Ten of the owner and ten of the ghost are counted for this address already.
    for (let n = 0; n < 31; n++)
      expect((await token(`guess-${n}@demo.test`, WRONG)).status).toBe(400)
    // A user who signs in here every day is not locked out by them, nor is a colleague.
    expect((await token('collector@demo.test', DEMO_PASSWORD)).status).toBe(200)
    expect(await said(server, 'finance-admin@demo.test', DEMO_PASSWORD)).toBe('welcome')
  })
})
