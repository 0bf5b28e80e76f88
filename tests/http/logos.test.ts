import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import * as pictures from '../support/pictures.ts'
import { testServer } from '../support/server.ts'

type Which = 'logo_uri' | 'logo_uri1'

const server = testServer()
let admin: HttpClient
let project: string

const data = async (address: string, route: string) => {
  const query = `${address.includes('?') ? '&' : '?'}_data=modules/admin/projects/${route}.route`
  return (await admin.get(address + query)).json()
}

const settings = async (): Promise<{
  idempotencyKey: string
  project: { version: number; logos: Record<Which, string | null> }
}> => data(`/admin-projects/${project}/settings?section=logos`, 'settings')

interface Upload {
  which?: Which
  name?: string
  type?: string
  version?: number
}

async function upload(bytes: Uint8Array | string, given: Upload = {}): Promise<Response> {
  const { idempotencyKey, project: now } = await settings()
  const form = new FormData()
  const { which = 'logo_uri', name = 'logo.png', type = 'image/png', version = now.version } = given
  for (const [key, value] of Object.entries({
    intent: 'logo',
    idempotencyKey,
    which,
    version: `${version}`,
  }))
    form.set(key, value)
  form.set('picture', new File([new Uint8Array(Buffer.from(bytes))], name, { type }))
  return admin.post(`/admin-projects/${project}/settings?section=logos`, form)
}

async function remove(which: Which): Promise<Response> {
  const { idempotencyKey, project: now } = await settings()
  const fields = { intent: 'remove-logo', idempotencyKey, which, version: `${now.version}` }
  return admin.post(`/admin-projects/${project}/settings?section=logos`, fields)
}

const addressOf = async (which: Which = 'logo_uri') => {
  const { project: now } = await settings()
  const stored = now.logos[which]
  return stored && `/logos/${stored}`
}

/** Files of the project in the data folder. */
function files(): string[] {
  const folder = path.join(server.folder, 'storage/logos', project)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

beforeAll(async () => {
  admin = await HttpClient.signedIn(server.origin, 'admin@demo.test')
  const { rows } = await data('/admin-projects?q=Bayanihan', 'projects')
  project = rows[0].id
})

let before: string[]
beforeEach(async () => {
  for (const which of ['logo_uri', 'logo_uri1'] as const)
    if (await addressOf(which)) await remove(which)
  before = files()
})

describe('an upload that is no fit picture', () => {
  const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${pictures.SCRIPT}</svg>`
  const HTML = `<!doctype html><html>${pictures.SCRIPT}</html>`
  const MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

  it.each<[string, () => Promise<Uint8Array | string> | Uint8Array | string, RegExp]>([
    ['an SVG named .png', () => SVG, /This is not a picture/],
    ['HTML named .png', () => HTML, /This is not a picture/],
    [
      'HTML behind the first bytes of a PNG',
      () => Buffer.concat([MAGIC, Buffer.from(HTML)]),
      /damaged/,
    ],
    ['a GIF named .png', pictures.gif, /This is not a picture/],
    ['an empty file', () => '', /Choose a picture|This is not a picture/],
    ['a truncated PNG', async () => (await pictures.noise(60_000)).subarray(0, 40_000), /damaged/],
    ['a truncated JPEG', async () => (await pictures.photo()).subarray(0, -400), /damaged/],
    ['a truncated WebP', async () => (await pictures.webp()).subarray(0, -40), /damaged/],
    ['a decompression bomb', pictures.bomb, /25 megapixels/],
    ['an animated WebP', pictures.movingWebp, /not supported/],
    ['an animated PNG', pictures.movingPng, /not supported/],
    ['a PNG of more than 1 MiB', () => pictures.noise(1_300_000), /at most 1 MiB/],
  ])('%s is refused beside the field', async (_, make, message) => {
    const response = await upload(await make())
    expect(response.status).toBe(422)
    const [, error] = /id="logo_uri-picture-error"[^>]*>([^<]*)</.exec(await response.text())!
    expect(error).toMatch(message)
    expect(await addressOf()).toBeNull()
    expect(files()).toEqual(before)
  })

  it('is not read when it has 2 MiB', async () => {
    expect((await upload(Buffer.alloc(2 * 1024 * 1024))).status).toBe(413)
    expect(files()).toEqual(before)
  })

  it('is refused to everybody but the administrator', async () => {
    const owner = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    const form = new FormData()
    form.set('intent', 'logo')
    form.set(
      'picture',
      new File([await pictures.pngOf(10, 10).then((b) => new Uint8Array(b))], 'a.png'),
    )
    const address = `/admin-projects/${project}/settings?section=logos`
    expect((await owner.post(address, form)).status).toBe(403)
    expect((await owner.get(address)).status).toBe(403)
    expect(files()).toEqual(before)
  })
})

describe('a picture', () => {
  it('is drawn again as pixels: nothing of its metadata or of a second content remains', async () => {
    for (const [which, make, kind] of [
      ['logo_uri', pictures.photo, 'jpeg'],
      ['logo_uri1', pictures.polyglot, 'png'],
    ] as const) {
      const original = await make()
      expect(original.toString('latin1')).toContain(pictures.SECRET)
      // Its name and declared type say nothing.
      const named = { which, name: '../../evil.html', type: 'text/html' }
      expect((await upload(original, named)).status).toBe(302)
      const response = await admin.get((await addressOf(which))!)
      expect(response.headers.get('content-type')).toBe(`image/${kind}`)
      const stored = await bytesOf(response)
      for (const trace of [pictures.SECRET, 'script', 'Exif', 'xmp', 'ICC_PROFILE', 'PK\x05\x06'])
        expect(stored.toString('latin1')).not.toContain(trace)
      const { width, height, exif, icc, xmp } = await sharp(stored).metadata()
      expect({ width, height }).toEqual(
        kind === 'jpeg' ? { width: 800, height: 400 } : { width: 120, height: 60 },
      )
      expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
    }
  })

  it('stands under its project, the name of it, and the hash of its content', async () => {
    await upload(await pictures.pngOf(40, 30))
    expect(await addressOf()).toMatch(
      new RegExp(`^/logos/${project}/Bayanihan_Distribution/[0-9a-f]{64}\\.png$`),
    )
  })

  it('becomes a WebP where a PNG would be too large', async () => {
    const side = 1000
    const dots = Buffer.alloc(side * side).map((_, at) => ((at * 2654435761) >>> 13) & 3)
    const coarse = await sharp(
      dots.map((dot) => dot * 64),
      {
        raw: { width: side, height: side, channels: 1 },
      },
    )
      .png({ palette: true, colors: 4 })
      .toBuffer()
    expect(coarse.length).toBeLessThan(1024 * 1024)
    expect((await upload(coarse)).status).toBe(302)
    const stored = await bytesOf(await admin.get((await addressOf())!))
    expect(stored.length).toBeLessThan(1024 * 1024)
  })

  it('stays for papers that were issued with it, when it is replaced or removed', async () => {
    await upload(await pictures.pngOf(40, 30))
    const first = (await addressOf())!
    await upload(await pictures.pngOf(50, 30))
    const second = (await addressOf())!
    expect(second).not.toBe(first)
    expect((await admin.get(first)).status).toBe(200)
    expect((await admin.get(second)).status).toBe(200)
    expect((await remove('logo_uri')).status).toBe(302)
    expect((await admin.get(second)).status).toBe(200)
    expect(await addressOf()).toBeNull()
  })

  it('in both places has one file, and saving it again changes nothing', async () => {
    const picture = await pictures.pngOf(60, 30)
    await upload(picture)
    expect((await upload(picture, { which: 'logo_uri1' })).status).toBe(302)
    await upload(picture)
    const address = (await addressOf())!
    expect(await addressOf('logo_uri1')).toBe(address)
    expect(files().filter((name) => address.endsWith(name))).toHaveLength(1)
    await remove('logo_uri')
    expect((await admin.get(address)).status).toBe(200)
  })

  it('is a 404 when its file is lost, and can be saved again', async () => {
    const picture = await pictures.pngOf(80, 30)
    await upload(picture)
    const address = (await addressOf())!
    rmSync(path.join(server.folder, 'storage', address))
    expect((await admin.get(address)).status).toBe(404)
    expect((await upload(picture)).status).toBe(302)
    expect((await admin.get(address)).status).toBe(200)
  })

  it('for a page that is out of date leaves everything as it is', async () => {
    await upload(await pictures.pngOf(40, 30))
    const before = { address: await addressOf(), files: files() }
    const { project: now } = await settings()
    const late = await upload(await pictures.pngOf(70, 30), { version: now.version - 1 })
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('This record was changed by another user.')
    expect({ address: await addressOf(), files: files() }).toEqual(before)
  })
})

describe('the address of a logo', () => {
  it('answers members with a picture that a browser can only show', async () => {
    await upload(await pictures.pngOf(40, 30))
    const address = (await addressOf())!
    for (const who of ['owner', 'warehouse', 'expenses-and-disbursements']) {
      const member = await HttpClient.signedIn(server.origin, `${who}@demo.test`)
      const { status, headers } = await member.get(address)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('image/png')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
      expect(headers.get('content-disposition')).toBe('inline')
      expect(headers.get('content-security-policy')).toContain('sandbox')
    }
  })

  it('answers a field app by its token', async () => {
    await upload(await pictures.pngOf(40, 30))
    const env = readEnv({ KALAKAL_DATA_DIR: server.folder })
    const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
    const statusFor = async (email: string) => {
      const person = await signInAs(backend, { email, password: DEMO_PASSWORD })
      const token = (await person.auth.getSession()).data.session!.access_token
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${server.origin}${await addressOf()}`, { headers })).status
    }
    expect(await statusFor('agent@demo.test')).toBe(200)
    expect(await statusFor('agent@other.test')).toBe(404)
  })

  it("is the same 404 to another company's people, for one that is not there, and for nonsense", async () => {
    await upload(await pictures.pngOf(40, 30))
    const address = (await addressOf())!
    const stranger = await HttpClient.signedIn(server.origin, 'owner@other.test')
    const answers = []
    for (const wanted of [
      address,
      address.replace(/[0-9a-f]{8}\.png/, '00000000.png'),
      `/logos/${crypto.randomUUID()}/Bayanihan_Distribution/${'0'.repeat(64)}.png`,
      `/logos/${project}`,
      '/logos/',
      '/logos/a/b/c.svg',
    ]) {
      const response = await stranger.get(wanted)
      const type = response.headers.get('content-type')
      answers.push({ status: response.status, type, body: await response.text() })
    }
    expect(answers[0]!.status).toBe(404)
    for (const answer of answers) expect(answer).toEqual(answers[0])
    // Other spellings are refused at the first door, whoever asks.
    for (const spelled of [
      address.replace('/logos/', '/logos/..%2flogos%2f'),
      `${address}%00.html`,
    ])
      expect((await stranger.get(spelled)).status).toBe(404)
  })

  it('answers nobody who is signed out', async () => {
    await upload(await pictures.pngOf(40, 30))
    const address = (await addressOf())!
    const response = await new HttpClient(server.origin).get(address)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ title: 'Please sign in' })
  })
})
