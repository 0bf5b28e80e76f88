import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let admin: HttpClient
let project: string

const data = async (address: string, route: string) =>
  (await admin.get(`${address}?_data=modules/admin/projects/${route}.route`)).json()

const settings = async (): Promise<{ idempotencyKey: string; project: Record<string, unknown> }> =>
  data(`/admin-projects/${project}/settings`, 'settings')

/** Sends a section's form; what it does not name comes from the page. */
async function send(fields: Record<string, string>): Promise<Response> {
  const { idempotencyKey, project: now } = await settings()
  return admin.post(`/admin-projects/${project}/settings`, {
    idempotencyKey,
    version: String(now.version),
    ...fields,
  })
}

beforeAll(async () => {
  admin = await HttpClient.signedIn(server.origin, 'admin@demo.test')
  const fields = {
    idempotencyKey: randomUUID(),
    name: 'Http Trading',
    time_zone: 'UTC',
    currency: 'PHP',
  }
  const made = await admin.post('/admin-projects/add', fields)
  project = made.headers.get('location')!.split('/')[2]!
})

describe("a section of a project's settings", () => {
  it('writes its own keys, whatever else is sent', async () => {
    const before = (await settings()).project
    const response = await send({
      intent: 'credit',
      price_floor_percent: '70',
      allow_back_orders: 'on',
      name: 'Taken over',
      status: 'removed',
      booking_count: '900',
      next_so_no: '900',
      logo_uri: 'x',
    })
    expect(response.status).toBe(302)
    const after = (await settings()).project
    const { version, settings: changed, ...rest } = after
    expect(before).toMatchObject(rest)
    expect(changed).toMatchObject({
      allow_back_orders: true,
      maker_checker: { credit_override: true },
    })
  })

  it('is done once when it is sent twice', async () => {
    const { idempotencyKey, project: now } = await settings()
    const fields = {
      idempotencyKey,
      version: String(now.version),
      intent: 'region',
      currency: 'USD',
    }
    const again = { ...fields, time_zone: 'Asia/Manila' }
    expect((await send(again)).status).toBe(302)
    expect((await send(again)).status).toBe(302)
    expect((await settings()).project.version).toBe(Number(now.version) + 1)
  })

  it.each([
    [{ intent: 'credit', price_floor_percent: '70', version: 'x' }, 400],
    [{ intent: 'credit', price_floor_percent: '70', version: '-1' }, 400],
    [{ intent: 'credit', price_floor_percent: '70', idempotencyKey: 'x' }, 400],
    [{ intent: 'constructor' }, 400],
    [{ intent: 'remove-logo', which: 'name' }, 400],
    [{ intent: 'logo', which: 'name' }, 422],
    [{ intent: 'region', time_zone: 'Asia/Atlantis', currency: 'PHP' }, 422],
    [{ intent: 'region', time_zone: 'UTC', currency: '<b>' }, 422],
    [{ intent: 'collections', age_by: 'moon', drr_label: 'DRR' }, 422],
    [{ intent: 'numbering', next_so_no: '1.5', next_voucher_no: '1' }, 422],
    [{ intent: 'numbering', next_so_no: '', next_voucher_no: '1' }, 422],
  ] as [Record<string, string>, number][])('refuses %j', async (fields, status) => {
    const before = (await settings()).project
    expect((await send(fields)).status).toBe(status)
    expect((await settings()).project).toEqual(before)
  })

  it('belongs to the administrator alone, and to projects that are there', async () => {
    const owner = await HttpClient.signedIn(server.origin, 'owner@demo.test')
    for (const address of ['', '/settings', '/settings?section=logos'])
      expect((await owner.get(`/admin-projects/${project}${address}`)).status).toBe(403)
    expect((await owner.post(`/admin-projects/${project}/settings`, {})).status).toBe(403)
    for (const id of [randomUUID(), 'nonsense'])
      expect((await admin.get(`/admin-projects/${id}/settings`)).status).toBe(404)
  })

  it('is closed once the project is removed', async () => {
    const { idempotencyKey } = await settings()
    await admin.post(`/admin-projects/${project}`, { idempotencyKey, status: 'removed' })
    const closed = await admin.get(`/admin-projects/${project}/settings`)
    expect(closed.headers.get('location')).toBe(`/admin-projects/${project}`)
    const late = {
      idempotencyKey: randomUUID(),
      version: '3',
      intent: 'credit',
      price_floor_percent: '70',
    }
    expect((await admin.post(`/admin-projects/${project}/settings`, late)).status).toBe(404)
  })
})
