import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { newLink, use } from '../support/links.ts'
import { embeddedServer } from '../support/server.ts'

const server = embeddedServer({ KALAKAL_PUBLIC_API: '1' })
const WRONG = 'Not-the-password-1'

interface Line {
  msg: string
  [field: string]: unknown
}

/** Lines about accounts and sessions since a moment of the output. */
const linesAfter = (mark: number): Line[] =>
  server
    .output()
    .slice(mark)
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ msg }) => msg === 'authentication')

/** Does something, and waits for the lines that it must leave, in their order. */
async function leaves(wanted: object[], act: () => Promise<unknown>): Promise<Line[]> {
  const mark = server.output().length
  await act()
  await expect.poll(() => linesAfter(mark).length).toBeGreaterThanOrEqual(wanted.length)
  expect(linesAfter(mark)).toMatchObject(wanted)
  return linesAfter(mark)
}

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown
const whole = (operation: string, outcome = 'ok') => ({
  operation,
  outcome,
  user: UUID,
  request: UUID,
  address: expect.stringMatching(/127\.0\.0\.1|::1/) as unknown,
})

async function api(method: string, address: string, body?: object, token?: string) {
  const { publishableKey: apikey } = await openSecrets(server.folder)
  const response = await fetch(`${server.origin}/supabase/auth/v1/${address}`, {
    method,
    headers: {
      apikey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return (text === '' ? {} : JSON.parse(text)) as Record<string, string>
}

describe('the log of authentication', () => {
  it('has each sign-in and sign-out of a browser, the failed and the blocked ones too', async () => {
    const client = new HttpClient(server.origin)
    const email = 'warehouse@demo.test'
    const [failed] = await leaves(
      [{ ...whole('sign_in', 'refused'), refusal: 'invalid_credentials' }],
      () => client.signIn(email, WRONG),
    )
    const [signedIn] = await leaves([whole('sign_in')], () => client.signIn(email))
    expect(signedIn!.user).toBe(failed!.user)
    await leaves([whole('sign_out')], () => client.post('/signout'))
    for (let n = 0; n < 9; n++) await client.signIn(email, WRONG)
    const blocked = await leaves(
      [whole('sign_in', 'refused'), { ...whole('sign_in', 'blocked'), user: failed!.user }],
      async () => {
        await client.signIn(email, WRONG)
        await client.signIn(email)
      },
    )
    expect(blocked).toHaveLength(2)
  })

  it('has an attempt for an account that does not exist, without a name', async () => {
    const [line] = await leaves([{ operation: 'sign_in', outcome: 'refused', request: UUID }], () =>
      new HttpClient(server.origin).signIn('nobody@demo.test', WRONG),
    )
    expect(line).not.toHaveProperty('user')
  })

  it('has each operation of a field app', async () => {
    const email = 'agent@demo.test'
    const signIn = (password: string) =>
      api('POST', 'token?grant_type=password', { email, password })
    await leaves([whole('sign_in', 'refused')], () => signIn(WRONG))
    let session: Record<string, string> = {}
    const [line] = await leaves([whole('sign_in')], async () => {
      session = await signIn(DEMO_PASSWORD)
    })
    const mine = { user: line!.user }
    const renew = (refresh_token: string) =>
      api('POST', 'token?grant_type=refresh_token', { refresh_token })
    await leaves([{ ...whole('renewal'), ...mine }], async () => {
      session = await renew(session.refresh_token!)
    })
    await leaves([{ operation: 'renewal', outcome: 'refused' }], () => renew('none'))
    const change = (body: object) => api('PUT', 'user', body, session.access_token)
    await leaves([{ ...whole('password_change', 'refused'), ...mine }], () =>
      change({ password: 'four-words-of-my-own', current_password: WRONG }),
    )
    await leaves([{ ...whole('password_change'), ...mine }], () =>
      change({ password: 'four-words-of-my-own', current_password: DEMO_PASSWORD }),
    )
    await leaves([{ ...whole('sign_out'), ...mine }], () =>
      api('POST', 'logout?scope=local', {}, session.access_token),
    )
    await leaves([{ operation: 'link', outcome: 'refused' }], () =>
      api('POST', 'verify', { type: 'recovery', token_hash: 'none' }),
    )
  })

  it('has mails that are asked for, the use of their link, and the password after it', async () => {
    const email = 'invoice-admin@demo.test'
    let link = ''
    await leaves([whole('reset_mail')], async () => {
      link = await newLink(server, 'recovery', email)
    })
    // A sign-in with the new password ends the session of the link.
    await leaves(
      [whole('link'), whole('password_change'), whole('sign_in'), whole('sign_out')],
      () => use(server, link),
    )
  })

  it('holds no e-mail, password, token or link', () => {
    const lines = JSON.stringify(linesAfter(0))
    expect(linesAfter(0).length).toBeGreaterThan(20)
    expect(lines).not.toMatch(/@|Kalakal-demo|Not-the|four-words|eyJ|token_hash/)
  })
})

describe('a token for another service', () => {
  const address = '/supabase/rest/v1/projects?select=id'
  it('is refused on every way, though the key is right', async () => {
    const { publishableKey: apikey, jwtSecret } = await openSecrets(server.folder)
    const { access_token } = await api('POST', 'token?grant_type=password', {
      email: 'collector@demo.test',
      password: DEMO_PASSWORD,
    })
    const [header, payload] = access_token!.split('.') as [string, string]
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const withAudience = (aud: unknown) => {
      const signed = `${header}.${Buffer.from(JSON.stringify({ ...claims, aud })).toString('base64url')}`
      return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`
    }
    const asked = async (method: string, path: string, authorization: string) => {
      const body = method === 'GET' ? {} : { body: '{}' }
      const headers = { apikey, authorization, 'content-type': 'application/json' }
      return fetch(`${server.origin}${path}`, { method, headers, ...body })
    }
    for (const ours of ['authenticated', ['reports', 'authenticated']]) {
      const answer = await asked('GET', address, `Bearer ${withAudience(ours)}`)
      expect([answer.status, (await answer.json()) as unknown]).toEqual([
        200,
        [{ id: expect.any(String) as unknown }],
      ])
    }
    for (const aud of [
      'reports',
      'Authenticated',
      'authenticated ',
      [],
      ['reports'],
      {},
      null,
      undefined,
    ])
      for (const way of ['Bearer ', 'bearer ', 'Bearer  '])
        for (const [method, path] of [
          ['GET', address],
          ['POST', '/supabase/rest/v1/rpc/current_identity'],
          ['GET', '/supabase/auth/v1/user'],
          ['PUT', '/supabase/auth/v1/user'],
          ['POST', '/supabase/auth/v1/logout'],
          ['GET', '/supabase/storage/v1/object/logos/a/b.png'],
          ['POST', '/api/account-name'],
        ] as const) {
          const { status } = await asked(method, path, way + withAudience(aud))
          const why = `${method} ${path} ${JSON.stringify(aud)}`
          expect([400, 401, 403, 404], why).toContain(status)
        }
  })
})
