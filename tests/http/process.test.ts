import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../tools/cluster.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { spawnServer } from '../../tools/server-process.ts'
import { outboxAt } from '../support/outbox.ts'
import { rawRequest } from '../support/raw-request.ts'
import {
  copyOfDemo,
  embeddedServer,
  startOwnServer,
  startServer,
  testServer,
} from '../support/server.ts'

const server = embeddedServer()
const json = async (at: string) => (await fetch(at)).json()

describe('a running server', () => {
  it('tells its health, its backend and its version', async () => {
    // The first question of a database that has just started may take longer than health waits.
    await expect
      .poll(() => json(`${server.origin}/health`), { timeout: 30_000 })
      .toMatchObject({ status: 'ok', backend: 'embedded', database: true })
    const { memoryMiB, memory } = await json(`${server.origin}/health`)
    const { databaseMiB, apiHeapMiB, webHeapMiB } = memory
    for (const part of [databaseMiB, apiHeapMiB, webHeapMiB]) expect(part).toBeGreaterThan(0)
    expect(databaseMiB + apiHeapMiB + webHeapMiB).toBeLessThan(memoryMiB)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const { commit, ...rest } = await json(`${server.origin}/version.json`)
    expect(rest).toEqual({ version })
    // The commit of the build may be older than that of the sources of this test.
    const kind = execFileSync('git', ['cat-file', '-t', commit.replace('-dirty', '')])
    expect(String(kind).trim()).toBe('commit')
  })

  it('refuses a second process on its data folder, in one clear line', async () => {
    const second = spawnServer(server.folder, await freePort())
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/in use|already/i)
    expect(second.output()).not.toMatch(/\n\s+at /)
    expect((await json(`${server.origin}/health/live`)).status).toBe('ok')
  })

  it('closes connections on which nothing, or half a request, was sent', {
    timeout: 90_000,
  }, async () => {
    const { hostname, port } = new URL(server.origin)
    const closed = ['', 'GET /home HTTP/1.1\r\nHost: localhost\r\nX-Slow: ', 'GET'].map(
      async (said) => {
        const socket = connect(Number(port), hostname)
        socket.on('error', () => {}).resume()
        if (said) socket.write(said)
        await once(socket, 'close')
      },
    )
    await Promise.all(closed)
  })

  it('keeps its secrets and its socket to its own user', () => {
    for (const file of ['secrets.json', 'api.sock'])
      expect((statSync(path.join(server.folder, file)).mode & 0o777).toString(8)).toBe('600')
  })

  it('does not serve the API to others, nor the outbox through a proxy', async () => {
    for (const address of ['/supabase/rest/v1/bookings', '/supabase/auth/v1/admin/users']) {
      const { status } = await fetch(`${server.origin}${address}`, { redirect: 'manual' })
      expect([302, 404]).toContain(status)
    }
    const outbox = await outboxAt(server.folder)
    expect((await rawRequest(server.origin, outbox)).status).toBe(200)
    for (const without of ['/outbox', '/outbox?key=', `${outbox}x`, outbox.toLowerCase()])
      expect((await rawRequest(server.origin, without)).status, without).toBe(404)
    for (const [name, value] of [
      ['x-forwarded-for', '10.0.0.1'],
      ['x-forwarded-for', ''],
      ['forwarded', 'for=10.0.0.1'],
      ['via', '1.1 proxy'],
      ['x-real-ip', '10.0.0.1'],
      ['host', 'kalakal.example.com'],
    ])
      expect(
        (await rawRequest(server.origin, outbox, { headers: { [name!]: value } })).status,
        name,
      ).not.toBe(200)
  })

  it.each<Record<string, string>>([
    { APP_ORIGIN: 'https://kalakal.example.com' },
    { TRUST_PROXY: '1' },
  ])('has no outbox where others may come: %o', { timeout: 60_000 }, async (env) => {
    const other = await startOwnServer(env)
    try {
      // A proxy that adds no header of its own looks like this machine.
      const { status, text } = await rawRequest(other.origin, await outboxAt(other.folder))
      expect(status).not.toBe(200)
      expect(text).not.toContain('Only this machine sees this page')
    } finally {
      await other.drop()
    }
  })

  it('refuses a wrong configuration by name, without a stack', { timeout: 180_000 }, async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-wrong-'))
    const at = (name: string) => path.join(folder, name)
    mkdirSync(at('damaged'))
    writeFileSync(at('damaged/secrets.json'), 'no JSON')
    mkdirSync(at('broken/postgres'), { recursive: true })
    writeFileSync(at('broken/postgres/PG_VERSION'), '17')
    mkdirSync(at('lacking/postgres/base'), { recursive: true })
    mkdirSync(at('locked'))
    writeFileSync(at('locked/lock.1'), '{"pid":1')
    const wrong: [string, Record<string, string>, RegExp][] = [
      [at('new'), { DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres:/],
      [
        at('new'),
        { DATABASE_URL: 'postgres://127.0.0.1:1/x' },
        /DATABASE_URL does not answer: .*ECON/,
      ],
      [at('damaged/secrets.json'), {}, /KALAKAL_DATA_DIR .*secrets\.json is no folder/],
      [at('damaged'), {}, /secrets\.json is damaged/],
      [at('broken'), {}, /The database in .*broken cannot be opened/],
      [at('lacking'), {}, /The database in .*lacking lacks the file PG_VERSION/],
      [at('locked'), {}, /lock\.1 is damaged: it was not written to its end/],
    ]
    const tried = wrong.map(async ([data, env, message]) => {
      const refused = spawnServer(data, await freePort(), env)
      expect(await refused.ended).toBe(1)
      expect(refused.output()).toMatch(message)
      expect(refused.output()).not.toMatch(/\n\s+at /)
    })
    await Promise.all(tried)
    rmSync(folder, { recursive: true })
  })
})

describe('a server that is stopped', () => {
  it('ends cleanly on SIGTERM, and keeps its data and its sessions', async () => {
    const client = await HttpClient.signedIn(server.origin, 'general-manager@demo.test')
    expect(await server.stop()).toBe(0)
    const again = await startServer({}, server.folder)
    try {
      const returning = new HttpClient(again.origin)
      for (const [name, value] of client.cookies) returning.cookies.set(name, value)
      expect((await returning.get('/home')).status).toBe(200)
    } finally {
      again.process.kill('SIGKILL')
    }
    // The files that a killed server leaves behind do not lock the next one out.
    const third = await startServer({}, server.folder)
    expect(await third.stop()).toBe(0)
  })

  it('says at its start which stored files are gone', async () => {
    const folder = copyOfDemo()
    const storage = path.join(folder, 'storage')
    const [first, ...others] = readdirSync(storage, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
    rmSync(first!)
    const lacking = await startServer({}, folder)
    try {
      // It serves meanwhile.
      await expect
        .poll(lacking.output, { timeout: 30_000 })
        .toContain(
          `1 of ${others.length + 1} stored files are missing in ${storage}. Restore them from a backup`,
        )
      expect(lacking.output()).toContain(path.relative(storage, first!))
      // It works without them.
      await expect
        .poll(() => json(`${lacking.origin}/health`), { timeout: 30_000 })
        .toMatchObject({ status: 'ok' })
    } finally {
      await lacking.stop()
    }
    rmSync(storage, { recursive: true })
    const without = await startServer({}, folder)
    await expect
      .poll(without.output, { timeout: 30_000 })
      .toContain(`${others.length + 1} of ${others.length + 1} stored files`)
    expect(await without.stop()).toBe(0)
    rmSync(folder, { recursive: true })
  })

  it('migrates an empty folder on its own at the first start', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-empty-'))
    const fresh = await startServer({}, folder)
    try {
      expect((await json(`${fresh.origin}/health`)).status).toBe('ok')
      expect((await new HttpClient(fresh.origin).signIn('owner@demo.test')).status).toBe(422)
    } finally {
      expect(await fresh.stop()).toBe(0)
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('with KALAKAL_PUBLIC_API=1', () => {
  const open = testServer()

  it('answers the publishable key under row-level security and refuses the secret key', async () => {
    const { publishableKey, secretKey } = JSON.parse(
      readFileSync(path.join(open.folder, 'secrets.json'), 'utf8'),
    )
    const ask = (address: string, key: string) =>
      fetch(`${open.origin}/supabase/${address}`, { headers: { apikey: key } })
    expect((await ask('rest/v1/bookings?select=id', publishableKey)).status).toBe(401)
    expect((await ask('rest/v1/bookings?select=id', secretKey)).status).toBe(403)
    expect((await ask('auth/v1/admin/users', publishableKey)).status).toBe(404)
    const signUp = await fetch(`${open.origin}/supabase/auth/v1/signup`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'new@somewhere.test', password: 'Long-enough-2026' }),
    })
    expect(signUp.status).toBeGreaterThanOrEqual(400)
    expect(signUp.status).toBeLessThan(500)
  })
})
