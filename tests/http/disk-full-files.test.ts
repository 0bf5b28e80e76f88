import { randomUUID } from 'node:crypto'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { paths } from '../../app/paths.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { openServer, type RunningServer } from '../../tools/server-process.ts'
import { askFor, newLink, use } from '../support/links.ts'
import { pngOf } from '../support/pictures.ts'
import { hasPostgres } from '../support/server.ts'
import { smallDisk } from '../support/small-disk.ts'
import { copyOfTemplate } from '../support/warm-servers.ts'

const RESERVE = 32
const PATIENT = { timeout: 30_000, interval: 500 }
const PAYEES = '/treasury/masters/payees'
const NO_ROOM = 'The file cannot be stored now'
const disk = hasPostgres() ? smallDisk(100) : null

/** A server whose database is elsewhere: its own disk has files and mails. */
describe.skipIf(!disk)('files and mails on a disk without room, the database elsewhere', () => {
  let server: RunningServer
  let drop: () => Promise<void>
  let clerk: HttpClient
  let admin: HttpClient
  let apikey: string
  let token: string
  let voucher: { id: string; project_id: string }

  beforeAll(async () => {
    const copy = await copyOfTemplate(inject('demo')!)
    const folder = path.join(disk!.folder, 'data')
    cpSync(copy.folder, folder, { recursive: true })
    rmSync(copy.folder, { recursive: true })
    drop = copy.drop
    const env = { KALAKAL_PUBLIC_API: '1', DISK_RESERVE_MIB: String(RESERVE) }
    server = await openServer(folder, { ...copy.env, ...env })
    const email = 'expenses-and-disbursements@demo.test'
    clerk = await HttpClient.signedIn(server.origin, email)
    admin = await HttpClient.signedIn(server.origin, 'admin@demo.test')
    apikey = (await openSecrets(folder)).publishableKey
    const answer = await api('POST', 'auth/v1/token?grant_type=password', {
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
      type: 'application/json',
    })
    token = (answer.given as { access_token: string }).access_token
    const found = await api(
      'GET',
      'rest/v1/vouchers?select=id,project_id&status=eq.pending&limit=1',
    )
    voucher = (found.given as (typeof voucher)[])[0]!
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    await drop?.()
    disk?.remove()
  })

  async function api(
    method: string,
    address: string,
    { body, type }: { body?: BodyInit; type?: string } = {},
  ) {
    const response = await fetch(`${server.origin}/supabase/${address}`, {
      method,
      headers: {
        apikey,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(type && { 'content-type': type }),
      },
      ...(body !== undefined && { body }),
    })
    const given: unknown = await response.json()
    return { status: response.status, given }
  }
  const picture = async () => new Uint8Array(await pngOf(10, 10))
  const upload = async () =>
    api(
      'POST',
      `storage/v1/object/documents/${voucher.project_id}/voucher/${voucher.id}/${randomUUID()}.png`,
      { body: await picture(), type: 'image/png' },
    )
  const attach = async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries({
      intent: 'attach',
      project: DEMO_ID,
      idempotencyKey: randomUUID(),
    }))
      form.set(name, value)
    // Another file each time: the same one is there already.
    form.set('files', new File([`%PDF-1.4\n${randomUUID()}\n%%EOF`], 'receipt.pdf'))
    const response = await clerk.post(paths.documents.parts('voucher', voucher.id), form)
    return { status: response.status, text: await response.text() }
  }
  const setLogo = async () => {
    const at = `/admin-projects/${DEMO_ID}/settings`
    const read = await admin.get(`${at}?_data=modules/admin/projects/settings.route`)
    const { idempotencyKey, project } = (await read.json()) as {
      idempotencyKey: string
      project: { version: number }
    }
    const form = new FormData()
    for (const [name, value] of Object.entries({
      intent: 'logo',
      which: 'logo_uri',
      idempotencyKey,
      version: String(project.version),
    }))
      form.set(name, value)
    form.set('picture', new File([await picture()], 'logo.png', { type: 'image/png' }))
    const response = await admin.post(`${at}?section=logos`, form)
    return { status: response.status, text: await response.text() }
  }
  const addPayee = () =>
    clerk.post(`${PAYEES}/add`, {
      project: DEMO_ID,
      idempotencyKey: randomUUID(),
      fname: `Payee ${randomUUID()}`,
    })
  const health = async () => {
    const response = await fetch(`${server.origin}/health`)
    return { code: response.status, ...((await response.json()) as object) }
  }
  const outbox = () => readdirSync(path.join(server.folder, 'outbox'))

  it('takes no file below the reserve, says so at its field, and saves everything else', async () => {
    expect((await upload()).status).toBe(200)
    disk!.leave(RESERVE / 2)
    await expect.poll(health, PATIENT).toMatchObject({ code: 200, reason: 'disk_full' })
    await expect.poll(upload, PATIENT).toMatchObject({
      status: 503,
      given: { hint: 'disk_full', message: expect.stringContaining('nearly full') },
    })
    for (const send of [attach, setLogo]) {
      const { status, text } = await send()
      expect([status, text.includes(NO_ROOM)]).toEqual([503, true])
    }
    expect((await addPayee()).status).toBe(302)
    expect((await clerk.get('/home')).status).toBe(200)
  })

  it('keeps no mail when it is full, says so in the log alone, and leaves no half of one', async () => {
    disk!.leave(0)
    await expect.poll(upload, PATIENT).toMatchObject({ status: 503 })
    const email = 'owner@demo.test'
    expect((await askFor(server, 'recovery', email)).status).toBe(200)
    await expect
      .poll(() => server.output(), PATIENT)
      .toContain('A mail was not sent: The disk of the data folder is full.')
    expect(outbox().filter((name) => name.endsWith('.part'))).toEqual([])
    // People sign in, and save.
    const other = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
    expect((await other.get('/home')).status).toBe(200)
    expect((await addPayee()).status).toBe(302)
  })

  it('goes on on its own when there is room', async () => {
    disk!.makeRoom()
    await expect.poll(health, PATIENT).toMatchObject({ code: 200, status: 'ok' })
    await expect.poll(async () => (await upload()).status, PATIENT).toBe(200)
    expect((await attach()).status).toBe(302)
    expect((await setLogo()).status).toBe(302)
    const link = await newLink(server, 'recovery', 'ase@demo.test')
    expect(await use(server, link)).toBe('/')
  })
})
