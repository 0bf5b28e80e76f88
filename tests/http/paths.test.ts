import { beforeAll, describe, expect, it } from 'vitest'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { rawRequest, spellings } from '../support/raw-request.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let token: string

beforeAll(async () => {
  const apikey = (await openSecrets(server.folder)).publishableKey
  const answer = await fetch(`${server.origin}/supabase/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'manager@demo.test', password: DEMO_PASSWORD }),
  })
  token = ((await answer.json()) as { access_token: string }).access_token
})

/** Ways around the guards of the pages that look at the path: a token counts below /api and /logos alone. */
const AROUND = ['/home', '/audit', '/sales/bookings'].flatMap((page) =>
  ['/api', '/logos', '/API', '/%61pi'].flatMap((open) => [
    `${open}/..${page}`,
    `${open}/x/../..${page}`,
    `${open}/%2e%2e${page}`,
    `${open}/.%2E${page}`,
    `${open}/..%2f${page.slice(1)}`,
    `${open}/%2e%2e%2f${page.slice(1)}`,
    `${open}/..\\${page.slice(1)}`,
    `${open}/.${page}`,
    `/${open}${page}`,
    `${open}/${page}`,
    `http://127.0.0.1${open}/..${page}`,
    `//127.0.0.1${open}/..${page}`,
  ]),
)

describe('a page', () => {
  it('is not opened by the token of a field app, however its path is written', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const opened: string[] = []
    for (const path of [...AROUND, ...spellings('/home'), '/home', '/%68ome'])
      for (const method of ['GET', 'POST']) {
        const { status, headers: answered } = await rawRequest(server.origin, path, {
          method,
          headers,
        })
        const isRefused = [400, 403, 404, 405].includes(status) || answered.location === '/'
        if (!isRefused) opened.push(`${method} ${path} ${status}`)
      }
    expect(opened).toEqual([])
  })

  it('is found in one spelling by whoever has signed in, and nothing fails', async () => {
    const client = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const path of [...AROUND, '//host/x', '/home/', '/%'])
      expect(
        (await rawRequest(server.origin, path, { headers: { cookie } })).status,
        path,
      ).not.toBeOneOf([200, 500, 503].filter((status) => path !== '/home/' || status !== 200))
    expect((await rawRequest(server.origin, '/%68ome', { headers: { cookie } })).status).toBe(200)
  })

  it('leads back to this site alone, whatever page a small form was on', async () => {
    const client = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    const back = async (referer: string) => {
      const headers = { origin: server.origin, referer }
      return (await client.post('/theme', { theme: 'dark' }, headers)).headers.get('location')
    }
    expect(await back(`${server.origin}/sales/bookings?q=x`)).toBe('/sales/bookings?q=x')
    for (const path of ['//host/x', '/\\host/x', '/\\/host', '///host', '/./\\host', '/%2f/host'])
      expect(await back(server.origin + path), path).toMatch(/^\/(?!\/)/)
  })
})
