import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { embeddedServer, startServer } from '../support/server.ts'

const PAYEES = '/treasury/masters/payees'
const payee = (fname: string) => ({ project: DEMO_ID, idempotencyKey: randomUUID(), fname })

interface Line {
  msg: string
  level: number
  request?: string
  path?: string
  [field: string]: unknown
}

const linesOf = (output: string): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

describe('the log', () => {
  const server = embeddedServer({ SLOW_QUERY_MS: '1' })
  const lines = async (response: Response) => {
    const id = response.headers.get('x-request-id')
    const own = () => linesOf(server.output()).filter(({ request }) => request === id)
    await expect.poll(() => own().some(({ msg }) => msg === 'request')).toBe(true)
    return own()
  }

  it('has a line a request: whose, where, how it ended, how long the database took', async () => {
    const client = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
    const [page] = (await lines(await client.get('/home?secret=filter'))).slice(-1)
    expect(page).toMatchObject({
      method: 'GET',
      path: '/home',
      status: 200,
      outcome: 'ok',
      project: DEMO_ID,
      user: expect.stringMatching(/^[0-9a-f-]{36}$/),
      queries: expect.any(Number),
      queryMs: expect.any(Number),
    })
    expect(page).not.toHaveProperty('refusal')
    const wanted: [string, Response, object][] = [
      ['forbidden', await client.get('/admin-users'), { status: 403 }],
      ['not found', await client.get('/no-such-page'), { status: 404 }],
      ['refused', await client.post(`${PAYEES}/add`, payee('')), { status: 422 }],
    ]
    for (const [outcome, response, more] of wanted)
      expect((await lines(response)).at(-1)).toMatchObject({ outcome, ...more })
  })

  it('says by which rule the database refused', async () => {
    const stranger = await new HttpClient(server.origin).signIn(
      'nobody@demo.test',
      'Not-my-word-2026',
    )
    expect((await lines(stranger)).at(-1)).toMatchObject({
      status: 422,
      refusal: 'invalid_credentials',
    })
  })

  it('notes each slow call by its address alone', async () => {
    const client = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
    const all = await lines(await client.get(`${PAYEES}?q=Somebody-looked-for`))
    const slow = all.filter(({ msg }) => msg === 'slow query')
    expect(slow.map(({ call }) => call)).toContain('/rest/v1/payees')
    for (const { call, ms, level } of slow) {
      expect(call).not.toContain('?')
      expect(ms).toBeGreaterThanOrEqual(1)
      expect(level).toBe(40)
    }
  })

  it('holds no password, cookie, token, key, name or search', async () => {
    const client = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
    await client.post(`${PAYEES}/add`, payee('Written nowhere else'))
    await lines(await client.get(`${PAYEES}?q=Written+nowhere`))
    const output = server.output()
    for (const [, value] of client.cookies) expect(output).not.toContain(value.slice(0, 40))
    expect(output).not.toMatch(/Kalakal-demo|Not-my-word|eyJ|sb_(secret|publishable)_|bearer/i)
    expect(output).not.toMatch(/Somebody-looked-for|Written|special-access-1@/i)
  })
})

describe('a server that is told to stop under load', () => {
  it('answers what it took, whole; keeps what it said it kept; leaves nobody waiting', {
    timeout: 240_000,
  }, async () => {
    const server = await startServer()
    const health = async () => (await fetch(`${server.origin}/health`)).json()
    expect((await fetch(`${server.origin}/health/live`)).status).toBe(200)
    await expect.poll(health, { timeout: 30_000 }).toMatchObject({
      status: 'ok',
      database: true,
      pending: 0,
      files: true,
      freeMiB: expect.any(Number),
      uptime: expect.any(Number),
    })
    const clients = await Promise.all(
      Array.from({ length: 3 }, () =>
        HttpClient.signedIn(server.origin, 'special-access-1@demo.test'),
      ),
    )
    const kept: string[] = []
    const broken: string[] = []
    let answers = 0
    const work = async (client: HttpClient, who: number) => {
      for (let n = 0; ; n++) {
        const name = `Payee ${who}-${n}`
        // Refused at the door is fine; half an answer is not.
        const response = await client.post(`${PAYEES}/add`, payee(name)).catch(() => null)
        if (!response) return
        await response.text().catch(() => broken.push(name))
        if (response.status === 302) kept.push(name)
        else broken.push(`${name}: ${response.status}`)
        answers += 1
      }
    }
    const load = clients.map(work)
    await expect.poll(() => answers, { timeout: 30_000 }).toBeGreaterThan(9)
    expect(await server.stop()).toBe(0)
    await Promise.all(load)
    expect(broken).toEqual([])
    expect(linesOf(server.output()).at(-1)).toMatchObject({ msg: 'stopped', cut: 0 })

    const again = await startServer({}, server.folder)
    const client = await HttpClient.signedIn(again.origin, 'special-access-1@demo.test')
    const lost: string[] = []
    for (const name of kept) {
      const found = await client.get(`${PAYEES}?q=${encodeURIComponent(name)}`)
      if (!(await found.text()).includes(`>${name}<`)) lost.push(name)
    }
    expect(lost).toEqual([])
    expect(await again.stop()).toBe(0)
  })
})
