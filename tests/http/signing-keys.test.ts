import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import postgres from 'postgres'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer } from '../../tools/server-process.ts'
import { hasPostgres } from '../support/server.ts'
import { startSmtp } from '../support/smtp.ts'
import { copyOfTemplate } from '../support/warm-servers.ts'

const newKey = (kid: string) => ({
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid,
})
const EMAIL = 'general-manager@demo.test'

/** A web server without a folder, whose keys all come from its environment. */
async function serverWith(database: Awaited<ReturnType<typeof copyOfTemplate>>, keys: object[]) {
  const smtp = await startSmtp()
  const server = await openServer('none', {
    ...database.env,
    SMTP_URL: smtp.url,
    KALAKAL_PUBLIC_API: '1',
    KALAKAL_SIGNING_KEYS: JSON.stringify(keys),
    ...GIVEN,
  })
  onTestFinished(async () => {
    await server.stop()
    smtp.close()
  })
  return server
}

const GIVEN = {
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_of_these_tests',
  SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(16).toString('hex')}`,
  SESSION_SECRET: randomBytes(32).toString('hex'),
}
const headers = { apikey: GIVEN.SUPABASE_PUBLISHABLE_KEY, 'content-type': 'application/json' }

async function tokenOf(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/supabase/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: EMAIL, password: DEMO_PASSWORD }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()).access_token
}

const rowsSeen = async (origin: string, token: string) => {
  const authorization = `Bearer ${token}`
  const answer = await fetch(`${origin}/supabase/rest/v1/projects?select=id`, {
    headers: { ...headers, authorization },
  })
  return answer.ok ? (await answer.json()).length : answer.status
}

describe.skipIf(!hasPostgres())('keys that the environment gives', () => {
  it('sign what others can check, are changed while people work, and are not in the database', async () => {
    const database = await copyOfTemplate(inject('demo')!)
    onTestFinished(database.drop)
    const [old, next] = [newKey('old'), newKey('next')]
    const before = await serverWith(database, [old])
    const person = await HttpClient.signedIn(before.origin, EMAIL)
    const token = await tokenOf(before.origin)
    const keys = createRemoteJWKSet(
      new URL(`${before.origin}/supabase/auth/v1/.well-known/jwks.json`),
      {
        headers,
      },
    )
    expect((await jwtVerify(token, keys)).payload).toMatchObject({ email: EMAIL })
    expect(await rowsSeen(before.origin, token)).toBeGreaterThan(0)

    const during = await serverWith(database, [next, old])
    const there = new HttpClient(during.origin)
    for (const [name, value] of person.cookies) there.cookies.set(name, value)
    expect((await there.get('/home')).status).toBe(200)
    expect(await rowsSeen(during.origin, token)).toBeGreaterThan(0)

    const after = await serverWith(database, [next])
    expect(await rowsSeen(after.origin, token)).toBe(401)
    expect(await rowsSeen(after.origin, await tokenOf(during.origin))).toBeGreaterThan(0)

    const owner = postgres(database.env.DATABASE_URL, { max: 1 })
    expect([...(await owner`select name from kalakal_server.secrets`)]).toEqual([])
    await owner.end()
  }, 120_000)
})
