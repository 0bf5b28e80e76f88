import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { backup } from '../../scripts/backup/backup.ts'
import { restore } from '../../scripts/backup/restore.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import {
  BACKUP_FORMAT,
  type Manifest,
  readManifest,
  writeManifest,
} from '../../server/backup-manifest.ts'
import { readEnv } from '../../server/env.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { startServer } from '../support/server.ts'
import { expectRightBooks } from '../support/upgrade.ts'

const shelf = mkdtempSync(path.join(tmpdir(), 'kalakal-backup-'))
const at = (name: string) => path.join(shelf, name)
const env = (folder: string) => readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: folder })
const PAYEES = '/treasury/masters/payees'

afterAll(() => rmSync(shelf, { recursive: true, force: true }))

const addPayee = async (client: HttpClient, fname: string) =>
  (await client.post(`${PAYEES}/add`, { project: DEMO_ID, idempotencyKey: randomUUID(), fname }))
    .status
const hasPayee = async (client: HttpClient, fname: string) =>
  (await (await client.get(`${PAYEES}?q=${fname}`)).text()).includes(`>${fname}<`)

describe('the drill', () => {
  it('a backup of a working server, restored elsewhere, is that server at that moment', {
    timeout: 240_000,
  }, async () => {
    const server = await startServer()
    const client = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
    expect(await addPayee(client, 'Before')).toBe(302)
    const [made] = await Promise.all([backup(env(server.folder), at('kept')), busy(client)])
    expect(await addPayee(client, 'Afterwards')).toBe(302)
    const admin = await HttpClient.signedIn(server.origin, 'admin@demo.test')
    expect(await (await admin.get('/admin-system')).text()).toContain(at('kept'))
    expect(await server.stop()).toBe(0)
    expect(made.rows['public.bookings']).toMatch(/^[1-9]\d* [1-9]\d*$/)
    expect(Object.keys(made.files)).toContain('secrets.json')

    // It is not the folder of the old server that answers below.
    rmSync(server.folder, { recursive: true })
    await restore(env(at('new')), at('kept'))
    const again = await startServer({}, at('new'))
    const returning = new HttpClient(again.origin)
    for (const [name, value] of client.cookies) returning.cookies.set(name, value)
    expect(await hasPayee(returning, 'Before')).toBe(true)
    expect(await hasPayee(returning, 'Afterwards')).toBe(false)
    await expectRightBooks(again.origin, { email: 'owner@demo.test', password: DEMO_PASSWORD })
    expect(await again.stop()).toBe(0)

    // A folder that nobody serves is kept as well.
    const resting = await backup(env(at('new')), at('resting'))
    expect(resting.files).toEqual(made.files)
    expect(readdirSync(shelf).filter((name) => name.includes('.part'))).toEqual([])
  })

  /** Requests that write while the copy is made. */
  async function busy(client: HttpClient) {
    for (let n = 0; n < 5; n++) await addPayee(client, `Meanwhile ${n}`)
  }
})

describe('refused is', () => {
  it('a restore that would overwrite data, or from a folder without a backup', async () => {
    await expect(backup(env(at('new')), at('kept'))).rejects.toThrow('is there already')
    await expect(backup(env(at('nowhere')), at('other'))).rejects.toThrow('not the data folder')
    await expect(restore(env(at('new')), at('kept'))).rejects.toThrow('is not empty')
    await expect(restore(env(at('other')), at('new'))).rejects.toThrow('holds no backup')
    const elsewhere = readEnv({
      KALAKAL_DATA_DIR: at('other'),
      DATABASE_URL: 'postgres://localhost/x',
    })
    await expect(restore(elsewhere, at('kept'))).rejects.toThrow('leave DATABASE_URL out')
    expect(existsSync(at('other'))).toBe(false)
  })

  it('a damaged one, whatever is damaged, and nothing is put in place', async () => {
    const manifest = path.join(at('kept'), 'manifest.json')
    const whole = readFileSync(manifest, 'utf8')
    const { rows, files, ...rest } = readManifest(at('kept'))
    const bookings = { ...rows, 'public.bookings': '1 1' }
    const change = (changed: object) => writeManifest(at('kept'), changed as Manifest)
    const tried = () => restore(env(at('other')), at('kept'))
    change({ ...rest, rows: bookings, files })
    await expect(tried()).rejects.toThrow('rows of public.bookings differ')
    change({ ...rest, rows, files, migration: '29990101000000' })
    await expect(tried()).rejects.toThrow('newer than this one')
    change({ ...rest, rows, files, format: BACKUP_FORMAT + 1 })
    await expect(tried()).rejects.toThrow('not of a kind')
    writeFileSync(manifest, whole)
    writeFileSync(path.join(at('kept'), 'secrets.json'), '{}')
    await expect(tried()).rejects.toThrow('files secrets.json differ')
    expect(existsSync(at('other'))).toBe(false)
  })

  it('one with a damaged byte in any of a hundred files, most of them the database’s own', async () => {
    await backup(env(at('new')), at('whole'))
    const { files, database } = readManifest(at('whole'))
    const names = Object.keys({ ...files, ...database }).filter(
      (name) => statSync(path.join(at('whole'), name)).size > 0,
    )
    const step = Math.ceil(names.length / 100)
    const taken: string[] = []
    for (const [index, name] of names.entries()) {
      if (index % step !== 0) continue
      const file = path.join(at('whole'), name)
      const bytes = readFileSync(file)
      const place = (index * 7919) % bytes.length
      bytes[place] = bytes[place]! ^ 0xff
      writeFileSync(file, bytes)
      const said = await restore(env(at('other')), at('whole')).catch(
        (error: Error) => error.message,
      )
      if (!String(said).includes(`${name} differ`)) taken.push(name)
      bytes[place] = bytes[place]! ^ 0xff
      writeFileSync(file, bytes)
    }
    expect(taken).toEqual([])
    expect(existsSync(at('other'))).toBe(false)
    await restore(env(at('other')), at('whole'))
  }, 600_000)
})
