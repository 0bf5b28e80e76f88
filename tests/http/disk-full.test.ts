import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { freePort } from '../../tools/cluster.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { type RunningServer, spawnServer } from '../../tools/server-process.ts'
import { startServer } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'
import { verifyInParts } from '../support/verify-parts.ts'

const RESERVE = 96
const PATIENT = { timeout: 30_000, interval: 500 }

const CUSTOMER = {
  store_name: 'Corner Store',
  address: 'Main Street',
  area: 'North',
  contact: '0917 000 0000',
  tin_no: '123-456-789-000',
  business_style: 'Retail',
}

/** Calls of an Agent and an owner through the public API. */
async function signIn({ origin, folder }: RunningServer) {
  const { publishableKey: apikey } = await openSecrets(folder)
  const headers = { apikey, 'content-type': 'application/json' }
  const call = async (path: string, body: object | null, token?: string) => {
    const response = await fetch(`${origin}/supabase/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    })
    const given: unknown = await response.json()
    const { hint } = given as { hint?: string }
    return { status: response.status, hint, body: given }
  }
  const tokens: Record<string, string> = {}
  for (const login of ['agent', 'owner']) {
    const email = `${login}@demo.test`
    const { body } = await call('auth/v1/token?grant_type=password', {
      email,
      password: DEMO_PASSWORD,
    })
    tokens[login] = (body as { access_token: string }).access_token
  }
  const [, claims = ''] = tokens.agent!.split('.')
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }
  return {
    agentId: sub,
    answer: (login: string, name: string, args: object) =>
      call(`rest/v1/rpc/${name}`, args, tokens[login]),
    async count(name: string) {
      const { body } = await call(
        `rest/v1/customers?select=id&name=eq.${encodeURIComponent(name)}`,
        null,
        tokens.owner,
      )
      return (body as unknown[]).length
    },
  }
}

const noRoom = smallDisk(1)

describe.skipIf(!noRoom)('a start on a disk of 0 bytes', () => {
  afterAll(() => noRoom?.remove())

  it.each(['new', 'used'])(
    'says so in a sentence, and leaves nothing: a %s folder',
    async (name) => {
      const folder = path.join(noRoom!.folder, name)
      noRoom!.makeRoom()
      mkdirSync(folder, { recursive: true })
      if (name === 'used') await openSecrets(folder)
      noRoom!.leave(0)
      const refused = spawnServer(folder, await freePort())
      expect(await refused.ended).toBe(1)
      expect(refused.output()).toMatch(/disk is full|MiB are free|Make room/)
      expect(refused.output()).not.toMatch(/\n\s+at /)
      expect(refused.output().trim().split('\n')).toHaveLength(1)
      expect(readdirSync(folder)).toEqual(name === 'used' ? ['secrets.json'] : [])
    },
  )
})

const disk = smallDisk(700)

describe.skipIf(!disk)('a disk without room', () => {
  const folder = path.join(disk?.folder ?? '', 'data')
  const { leave, makeRoom } = disk ?? ({} as NonNullable<typeof disk>)
  let server: RunningServer
  let client: HttpClient
  let people: Awaited<ReturnType<typeof signIn>>

  beforeAll(async () => {
    cpSync(inject('demoFolder'), folder, { recursive: true })
    const env = { KALAKAL_PUBLIC_API: '1', DISK_RESERVE_MIB: String(RESERVE) }
    server = await startServer(env, folder)
    people = await signIn(server)
    client = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    disk?.remove()
  })

  const health = async () => {
    const response = await fetch(`${server.origin}/health`)
    return {
      code: response.status,
      ...((await response.json()) as { status: string; reason?: string; freeMiB: number }),
    }
  }
  /** Names of the customers of which the server said that they are saved. */
  const saved: string[] = []
  /** Asks for a customer through the API, as an Agent. */
  const request = async () => {
    const name = `Store ${randomUUID()}`
    const { answer } = people
    const given = await answer('agent', 'request_customer', {
      p_project: DEMO_ID,
      p_idempotency_key: randomUUID(),
      p_customer: { ...CUSTOMER, name },
    })
    if (given.status === 200) saved.push(name)
    return given
  }
  /** The same with the form of the web. */
  const send = (name: string) =>
    client.post('/customers/customer-registry/customer-add-registry', {
      project: DEMO_ID,
      idempotencyKey: randomUUID(),
      name,
      agent_id: people.agentId,
    })
  const expectNothingLost = async () => {
    const checks = await verifyInParts(async (p_part) => {
      const books = await people.answer('owner', 'verify_books', { p_project: DEMO_ID, p_part })
      expect(books.status).toBe(200)
      return books.body as { check_key: string; violations: number }[]
    })
    expect(checks.length).toBeGreaterThan(20)
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([])
    for (const name of saved) expect(await people.count(name), name).toBe(1)
  }

  it('saves nothing below its reserve, says so, and goes on on its own', async () => {
    expect(await health()).toMatchObject({ code: 200, status: 'ok' })
    leave(RESERVE / 2)
    await expect
      .poll(health, PATIENT)
      .toMatchObject({ code: 200, status: 'read_only', reason: 'disk_full' })
    await expect.poll(request, PATIENT).toMatchObject({ status: 503, hint: 'disk_full' })
    const typed = `Typed by hand ${randomUUID()}`
    const form = await send(typed)
    const refused = await form.text()
    expect(form.status).toBe(503)
    expect(refused).toContain(typed)
    expect(refused).toContain('nothing can be saved now')
    const page = await (await client.get('/home')).text()
    expect(page).toContain('nothing can be saved')
    // Signing in writes a session, and has a reserve of its own.
    const other = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
    expect((await other.get('/home')).status).toBe(200)

    makeRoom()
    await expect.poll(health, PATIENT).toMatchObject({ code: 200, status: 'ok' })
    await expect.poll(request, PATIENT).toMatchObject({ status: 200 })
    await expectNothingLost()
    expect(await (await client.get('/home')).text()).not.toContain('nothing can be saved')
  })

  it('is full to the last byte, loses nothing, and starts only with room', async () => {
    // At work while the room ends, before anybody has looked.
    leave(0)
    for (let n = 0; n < 5; n++) expect([200, 503]).toContain((await request()).status)
    await expect
      .poll(health, PATIENT)
      .toMatchObject({ code: 503, status: 'unavailable', reason: 'disk_full' })
    await expect.poll(request, PATIENT).toMatchObject({ status: 503, hint: 'disk_full' })
    makeRoom()
    await expect.poll(health, PATIENT).toMatchObject({ code: 200, status: 'ok' })
    await expect.poll(async () => (await request()).status, PATIENT).toBe(200)
    expect((await client.get('/home')).status).toBe(200)
    await expectNothingLost()

    await server.stop()
    leave(8)
    const { child, ended, output } = spawnServer(folder, await freePort())
    expect(await ended).toBe(1)
    expect(child.exitCode).toBe(1)
    expect(output()).toMatch(/disk of .* is full: \d+ MiB are free/)
    expect(output()).not.toContain('Restore a backup')
    makeRoom()
    server = await startServer({ KALAKAL_PUBLIC_API: '1' }, folder)
    people = await signIn(server)
    await expectNothingLost()
  })
})
