import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSecrets } from '../../server/data-folder.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { rawRequest } from '../support/raw-request.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const SCRIPT = '<html><script>alert(1)</script></html>'
const PDF = '%PDF-1.4\n%%EOF'
let apikey: string
let token: string
let folder: string
/** The folder of another voucher. */
let other: string

beforeAll(async () => {
  apikey = (await openSecrets(server.folder)).publishableKey
  const email = 'expenses-and-disbursements@demo.test'
  const answer = await send('/auth/v1/token?grant_type=password', {
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    type: 'application/json',
  })
  token = JSON.parse(answer.text).access_token
  const { text } = await send('/rest/v1/vouchers?select=id,project_id&status=eq.pending&limit=2', {
    method: 'GET',
  })
  const vouchers = JSON.parse(text) as { id: string; project_id: string }[]
  ;[folder, other] = vouchers.map(({ project_id, id }) => `${project_id}/voucher/${id}`) as [
    string,
    string,
  ]
})

interface Sent {
  method?: string
  body?: string | Buffer
  type?: string
  headers?: Record<string, string>
}

const send = (address: string, { method = 'POST', body, type, headers }: Sent) =>
  rawRequest(server.origin, `/supabase${address}`, {
    method,
    headers: {
      apikey,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(type ? { 'content-type': type } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })

const upload = (name: string, body: string | Buffer, type: string, bucket = 'documents') =>
  send(`/storage/v1/object/${bucket}/${folder}/${name}`, { body, type })

const download = (name: string) =>
  send(`/storage/v1/object/documents/${folder}/${name}`, { method: 'GET' })

/** A form with one file, as supabase-js sends one in a browser. */
function formOf(file: string | Buffer, type: string) {
  const edge = 'edge'
  return Buffer.concat([
    Buffer.from(
      `--${edge}\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n--${edge}\r\nContent-Disposition: form-data; name=""; filename="a.png"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(file),
    Buffer.from(`\r\n--${edge}--\r\n`),
  ])
}

/** A PNG of one pixel, with a script in a text chunk and another one behind its end. */
async function pictureWithScripts(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .withExif({ IFD0: { ImageDescription: SCRIPT } })
    .png()
    .toBuffer()
  return Buffer.concat([png, Buffer.from(SCRIPT)])
}

describe('a file that is sent past the web', () => {
  it('is refused when it is not what its name says, whatever it is called', async () => {
    for (const [name, body, type] of [
      ['script.png', SCRIPT, 'image/png'],
      ['script.pdf', SCRIPT, 'application/pdf'],
      ['document.png', PDF, 'image/png'],
      ['head-alone.png', '\x89PNG\r\n\x1a\n', 'image/png'],
      ['packed.png', deflateSync(SCRIPT), 'image/png'],
      ['page.html', SCRIPT, 'text/html'],
      ['page.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
      ['empty.png', '', 'image/png'],
    ] as const) {
      const { status } = await upload(name, body, type)
      expect([name, status >= 400 && status < 500]).toEqual([name, true])
      const form = await upload(name, formOf(body, type), 'multipart/form-data; boundary=edge')
      expect([name, form.status >= 400 && form.status < 500]).toEqual([name, true])
      expect((await download(name)).status).toBeGreaterThanOrEqual(400)
    }
  })

  it('is stored as its pixels alone', async () => {
    const picture = await pictureWithScripts()
    expect(picture.includes('alert(1)')).toBe(true)
    expect((await upload('picture.png', picture, 'image/png')).status).toBe(200)
    const form = formOf(picture, 'image/png')
    expect((await upload('form.png', form, 'multipart/form-data; boundary=edge')).status).toBe(200)
    for (const name of ['picture.png', 'form.png']) {
      const { status, text, headers } = await download(name)
      expect([name, status, headers['content-type']]).toEqual([name, 200, 'image/png'])
      expect(text.includes('alert(1)')).toBe(false)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect((await upload('good.pdf', PDF, 'application/pdf')).status).toBe(200)
  })

  it('never takes the place of another one', async () => {
    expect((await upload('kept.pdf', `${PDF}\nfirst %%EOF`, 'application/pdf')).status).toBe(200)
    const again = await send(`/storage/v1/object/documents/${folder}/kept.pdf`, {
      body: `${PDF}\nsecond %%EOF`,
      type: 'application/pdf',
      headers: { 'x-upsert': 'true' },
    })
    expect(again.status).toBe(409)
    const { text, headers } = await download('kept.pdf')
    expect(text).toContain('first')
    expect(headers['cache-control']).toContain('no-store')
  })

  it('waits to be attached with a few others only', async () => {
    const statuses: number[] = []
    for (let at = 0; at < 21; at++)
      statuses.push(
        (
          await send(`/storage/v1/object/documents/${other}/${at}.pdf`, {
            body: `${PDF}\n${at} %%EOF`,
            type: 'application/pdf',
          })
        ).status,
      )
    expect(statuses).toEqual([...Array(20).fill(200), 409])
  })

  it('is not looked at before its sender is known', async () => {
    const kept = token
    token = ''
    try {
      const { status } = await upload('nobody.pdf', PDF, 'application/pdf')
      expect([401, 403]).toContain(status)
    } finally {
      token = kept
    }
  })
})

describe('a file', () => {
  it('is read with a session that stands, never by an address alone', async () => {
    expect((await upload('private.pdf', PDF, 'application/pdf')).status).toBe(200)
    for (const address of [
      `/storage/v1/object/sign/documents/${folder}/private.pdf`,
      '/storage/v1/object/sign/documents',
      `/storage/v1/object/upload/sign/documents/${folder}/other.pdf`,
    ])
      expect(
        (
          await send(address, {
            body: JSON.stringify({ expiresIn: 315_360_000, paths: [`${folder}/private.pdf`] }),
            type: 'application/json',
          })
        ).status,
      ).toBe(404)
    expect((await send('/auth/v1/logout', {})).status).toBe(204)
    expect((await download('private.pdf')).status).toBeGreaterThanOrEqual(400)
    expect((await new HttpClient(server.origin).get('/home')).status).toBe(302)
  })
})
