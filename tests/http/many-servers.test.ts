import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { onPath } from '../../tools/process.mjs'
import { openServer, type RunningServer } from '../../tools/server-process.ts'
import { startPgBouncer } from '../support/pgbouncer.ts'
import { pngOf } from '../support/pictures.ts'
import { hasPostgres } from '../support/server.ts'
import { startSmtp } from '../support/smtp.ts'
import { copyOfTemplate } from '../support/warm-servers.ts'

/** Web servers that have the database alone in common: no folder. */
describe.skipIf(!hasPostgres())('three web servers on one PostgreSQL, without a folder', () => {
  let database: Awaited<ReturnType<typeof copyOfTemplate>>
  let smtp: Awaited<ReturnType<typeof startSmtp>>
  let front: Awaited<ReturnType<typeof startFront>>
  let servers: RunningServer[]

  beforeAll(async () => {
    database = await copyOfTemplate(inject('demo')!)
    const copied = spawnSync('npx', ['tsx', 'scripts/share-folder.ts'], {
      env: { ...process.env, ...database.env, KALAKAL_DATA_DIR: database.folder },
      encoding: 'utf8',
    })
    expect(copied.stdout, copied.stderr).toMatch(/The keys and [1-9]\d* files of .* are in/)
    smtp = await startSmtp()
    front = await startFront()
    const env = { ...database.env, SMTP_URL: smtp.url, APP_ORIGIN: front.origin }
    // All at once: one of them makes the keys that the others take.
    servers = await Promise.all([1, 2, 3].map(() => openServer('none', env)))
    front.behind.push(...servers.map(({ origin }) => origin))
  }, 90_000)
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server.stop()))
    front?.close()
    smtp?.close()
    await database?.drop()
  })

  /** The person of this client, at one of the servers. */
  const at = (person: HttpClient, server: RunningServer) => {
    const there = new HttpClient(server.origin)
    for (const [name, value] of person.cookies) there.cookies.set(name, value)
    return there
  }

  it('know each other’s sessions, files and links, and go on when one is killed', async () => {
    const admin = await HttpClient.signedIn(front.origin, 'admin@demo.test')
    for (const server of servers)
      expect((await at(admin, server).get('/admin-projects')).status).toBe(200)

    const data = async (address: string, route: string) =>
      (await admin.get(`${address}&_data=modules/admin/projects/${route}.route`)).json()
    const { rows } = await data('/admin-projects?q=Bayanihan', 'projects')
    const section = `/admin-projects/${rows[0].id}/settings?section=logos`
    const { idempotencyKey, project } = await data(section, 'settings')
    const form = new FormData()
    const fields = { intent: 'logo', idempotencyKey, which: 'logo_uri', version: project.version }
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    const picture = new Uint8Array(await pngOf(200, 80))
    form.set('picture', new File([picture], 'logo.png', { type: 'image/png' }))
    expect((await admin.post(section, form)).status).toBe(302)
    const { logos } = (await data(section, 'settings')).project
    const pictures = await Promise.all(
      servers.map(async (server) => {
        const response = await at(admin, server).get(`/logos/${logos.logo_uri}`)
        return [response.status, Buffer.from(await response.arrayBuffer()).toString('base64')]
      }),
    )
    expect(pictures[0]![0]).toBe(200)
    expect(pictures.slice(1)).toEqual([pictures[0], pictures[0]])

    // A voucher's receipt came over from the folder in which the demo companies were loaded.
    const owner = postgres(database.env.DATABASE_URL, { max: 1 })
    const [receipt] = await owner.unsafe(
      "select a.id from public.document_files a join public.projects p on p.id = a.project_id where p.name like 'Bayanihan%'",
    )
    await owner.end()
    const clerk = await HttpClient.signedIn(front.origin, 'expenses-and-disbursements@demo.test')
    const file = await at(clerk, servers[1]!).get(paths.documents.file(String(receipt!.id)))
    expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-'])

    const email = 'warehouse@demo.test'
    const asked = new HttpClient(servers[1]!.origin)
    const reset = await asked.post('/reset', { email }, { origin: front.origin })
    expect(reset.status).toBe(200)
    await expect.poll(() => smtp.mails.length).toBe(1)
    const plain = smtp.mails[0]!.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    const link = /http:\/\/[^/]+(\/verification\?token_hash=[^\s"<]+)/.exec(plain)![1]!
    const password = 'tatlong-manok-sa-bukid'
    const chosen = await new HttpClient(servers[2]!.origin).post(
      link.replaceAll('&amp;', '&'),
      { password, again: password },
      { origin: front.origin },
    )
    expect(chosen.headers.get('location')).toBe('/')

    servers[0]!.process.kill('SIGKILL')
    const person = new HttpClient(front.origin)
    expect((await person.signIn(email, password)).status).toBe(302)
    const pages = Array.from({ length: 12 }, () => person.get('/home'))
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(existsSync('none')).toBe(false)
  }, 60_000)

  it('keep their keys and files where no role of the API reads them', async () => {
    const owner = postgres(database.env.DATABASE_URL, { max: 1 })
    for (const role of ['anon', 'authenticated', 'service_role'])
      for (const table of ['secrets', 'files'])
        await expect(
          owner.unsafe(`set role ${role}; select * from kalakal_server.${table}`),
        ).rejects.toThrow(/permission denied for schema kalakal_server/)
    await owner.end()
  })

  it.skipIf(!onPath('pgbouncer'))(
    'work through a pooler that gives each transaction another connection',
    async () => {
      const pooler = await startPgBouncer(database.env.DATABASE_URL)
      const env = {
        DATABASE_URL: pooler.url,
        SMTP_URL: smtp.url,
      }
      const server = await openServer('none', env)
      try {
        const person = await HttpClient.signedIn(server.origin, 'general-manager@demo.test')
        for (let round = 0; round < 3; round++)
          for (const address of ['/home', paths.sales.bookings, paths.reports.report('ar')])
            expect([address, (await person.get(address)).status]).toEqual([address, 200])
        const asked = Array.from({ length: 20 }, () => person.get(paths.sales.bookings))
        expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(
          new Set([200]),
        )
      } finally {
        await server.stop()
        pooler.stop()
      }
    },
    60_000,
  )
})

/** One address before several servers: each request goes to the next, and past one that is gone. */
async function startFront() {
  const behind: string[] = []
  let turn = 0
  const server = http.createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part)
    const pass = (tries: number) => {
      const to = new URL(behind[turn++ % behind.length]!)
      const { method, url, headers } = incoming
      http
        .request({ port: to.port, host: to.hostname, method, path: url, headers }, (answer) => {
          outgoing.writeHead(answer.statusCode!, answer.headers)
          answer.pipe(outgoing)
        })
        .on('error', () => (tries > 1 ? pass(tries - 1) : outgoing.destroy()))
        .end(Buffer.concat(parts))
    }
    pass(behind.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, behind, close: () => server.close() }
}
