import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { COMPANIES, ensureCompany } from '../../scripts/demo/people.ts'
import { ensureAdmin, signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { openTestBackend, type TestBackend } from '../support/test-backend.ts'

const [company, other] = COMPANIES
let testBackend: TestBackend
let admin: Db

const as = (login: string, domain = company!.domain) =>
  signInAs(testBackend.backend, { email: `${login}@${domain}`, password: DEMO_PASSWORD })

beforeAll(async () => {
  testBackend = (await openTestBackend(inject('postgres') ? 'postgres' : 'pglite'))!
  admin = await ensureAdmin(testBackend.backend, {
    email: 'admin@demo.test',
    password: DEMO_PASSWORD,
  })
  await ensureCompany(testBackend.backend, admin, company!)
  await ensureCompany(testBackend.backend, admin, other!)
}, 120_000)
afterAll(() => testBackend?.drop())

const sessions = async (db: Db) => rows(await db.rpc('my_sessions'))
const sees = async (db: Db) => rows(await db.from('projects').select('id')).length
const end = (db: Db, p_session: string | null) =>
  db.rpc('end_my_sessions', {
    p_project: null!,
    p_idempotency_key: randomUUID(),
    p_session: p_session!,
  })
const userOf = async (db: Db) => (await db.auth.getUser()).data.user!.id

describe('sessions', () => {
  it('are listed with their device, the own one marked', async () => {
    const laptop = await as('owner')
    const phone = await as('owner')
    await laptop.rpc('record_session', { p_device: 'Laptop', p_address: '192.0.2.1' })
    await phone.rpc('record_session', { p_device: 'Phone', p_address: '192.0.2.2' })
    const seen = await sessions(laptop)
    expect(seen.map(({ device, address, current }) => [device, address, current])).toEqual(
      expect.arrayContaining([
        ['Laptop', '192.0.2.1', true],
        ['Phone', '192.0.2.2', false],
      ]),
    )
    expect(seen.filter(({ current }) => current)).toHaveLength(1)
  })

  it('ended from another one are dead at the next statement, token or not', async () => {
    const laptop = await as('ase')
    const phone = await as('ase')
    const tablet = await as('ase')
    expect(await sees(phone)).toBe(1)
    const ofPhone = (await sessions(phone)).find(({ current }) => current)!.id
    expect((await end(laptop, ofPhone)).data).toEqual({ ended: 1 })
    expect(await sees(phone)).toBe(0)
    expect((await phone.rpc('current_identity')).data).toBeNull()
    expect((await phone.auth.refreshSession()).error).not.toBeNull()
    expect((await end(phone, null)).error).toMatchObject({ code: '42501' })
    expect(await sees(tablet)).toBe(1)
    expect((await end(laptop, null)).data).toEqual({ ended: 1 })
    expect(await sees(tablet)).toBe(0)
    expect(await sees(laptop)).toBe(1)
  })

  it('are neither seen nor ended by other users', async () => {
    const mine = await as('finance-admin')
    const theirs = await as('finance-admin', other!.domain)
    const id = (await sessions(theirs))[0]!.id
    expect((await sessions(mine)).map((session) => session.id)).not.toContain(id)
    expect((await end(mine, id)).data).toEqual({ ended: 0 })
    expect(await sees(theirs)).toBe(1)
  })

  it('are all ended by the administrator, field app included', async () => {
    const web = await as('agent')
    const app = await as('agent')
    const user = await userOf(app)
    const force = (db: Db, p_user: string) =>
      db.rpc('end_member_sessions', {
        p_project: company!.id,
        p_idempotency_key: randomUUID(),
        p_user,
      })
    expect((await force(web, user)).error).toMatchObject({ code: '42501' })
    expect((await force(admin, user)).data).toEqual({ ended: 2 })
    for (const db of [web, app]) {
      expect(await sees(db)).toBe(0)
      expect(rows(await db.from('customers').select('id'))).toEqual([])
    }
    expect(await sees(await as('agent'))).toBe(1)
  })
})

describe('logos in storage', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const bucket = (db: Db) => db.storage.from('logos')
  const put = (db: Db, path: string) => bucket(db).upload(path, PNG, { contentType: 'image/png' })

  it('are written by the administrator below an existing project and read by its members alone', async () => {
    const path = `${company!.id}/Bayanihan/one.png`
    const staff = await as('warehouse')
    const agent = await as('agent')
    const stranger = await as('owner', other!.domain)
    expect((await put(staff, path)).error).not.toBeNull()
    expect((await put(admin, path)).error).toBeNull()
    expect((await put(admin, `${randomUUID()}/Nowhere/one.png`)).error).not.toBeNull()
    expect((await put(admin, 'one.png')).error).not.toBeNull()
    for (const db of [admin, staff, agent]) {
      const { data } = await bucket(db).download(path)
      // Stored as it was drawn again; the same pixels.
      const stored = await sharp(Buffer.from(await data!.arrayBuffer()))
        .raw()
        .toBuffer()
      expect(stored.equals(await sharp(PNG).toColourspace('srgb').raw().toBuffer())).toBe(true)
    }
    expect((await bucket(stranger).download(path)).error).not.toBeNull()
    expect((await bucket(stranger).list(`${company!.id}/Bayanihan`)).data ?? []).toEqual([])
    await bucket(staff).remove([path])
    await bucket(stranger).remove([path])
    expect((await bucket(staff).download(path)).error).toBeNull()
  })

  it('become a project’s logo only below its own folder, and go with their removal', async () => {
    const path = `${company!.id}/Bayanihan/two.png`
    await put(admin, path)
    const set = async (p_project: string, logo_uri: string | null) => {
      const project = rows(await admin.from('projects').select('version').eq('id', p_project))[0]!
      return admin.rpc('update_project', {
        p_project,
        p_idempotency_key: randomUUID(),
        p_version: project.version,
        p_details: { logo_uri },
      })
    }
    expect((await set(other!.id, path)).error).toMatchObject({ details: 'logo_uri' })
    expect((await set(company!.id, path)).error).toBeNull()
    const { data } = await (await as('owner')).rpc('current_identity')
    expect(data).toMatchObject({ memberships: [{ logo_uri: path, logo_uri1: null }] })
    expect((await set(company!.id, null)).error).toBeNull()
    expect((await bucket(admin).remove([path])).error).toBeNull()
    expect((await bucket(admin).download(path)).error).not.toBeNull()
  })
})
