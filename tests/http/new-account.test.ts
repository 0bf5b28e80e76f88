import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Backend, openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { accountClient } from '../../server/supabase.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const PASSWORD = 'Unopened-box-7'
const BANNER = 'Not for real business'
let backend: Backend
let admin: HttpClient
let project: string

beforeAll(async () => {
  backend = await openBackend(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder }), {
    origin: server.origin,
    as: 'tool',
  })
  admin = await HttpClient.signedIn(server.origin, 'admin@demo.test')
  const made = await admin.post('/admin-projects/add', {
    idempotencyKey: randomUUID(),
    name: 'Own Trading',
    time_zone: 'UTC',
    currency: 'PHP',
  })
  project = made.headers.get('location')!.split('/')[2]!
})

/** Adds somebody to the own company as the administrator does, and returns the id of the account. */
async function added(email: string): Promise<string> {
  const role = 'finance admin'
  const made = await admin.post(
    `/admin-users/add?${new URLSearchParams({ role, project_id: project })}`,
    {
      idempotencyKey: randomUUID(),
      role,
      project_id: project,
      email,
      display_name: 'Newly Made',
    },
  )
  expect(made.status).toBe(302)
  return made.headers.get('location')!.split('/').at(-1)!
}

async function change(id: string, how: { password?: string; email_confirm?: true }) {
  const { error } = await accountClient(backend).auth.admin.updateUserById(id, how)
  expect(error).toBeNull()
}

const html = async (client: HttpClient, address: string) => (await client.get(address)).text()

async function signIn(email: string, password: string) {
  const client = new HttpClient(server.origin)
  const response = await client.signIn(email, password)
  return { client, status: response.status, body: await response.text() }
}

describe('an account that the administrator made', () => {
  it('is shown as not opened until its address is verified', async () => {
    const email = 'unopened@own.test'
    const id = await added(email)
    const list = () => html(admin, `/admin-users?q=${email}`)
    const page = () => html(admin, `/admin-users/${id}`)
    expect(await list()).toMatch(/Not verified<.*Account not opened/s)
    expect(await page()).toContain('Account not opened')

    await change(id, { password: PASSWORD, email_confirm: true })
    for (const after of [await list(), await page()]) {
      expect(after).toContain(email)
      expect(after).not.toContain('Account not opened')
    }
  })

  it('with a password and no verified address reads that the address is not verified', async () => {
    const email = 'unverified@own.test'
    const id = await added(email)
    await change(id, { password: PASSWORD })
    const right = await signIn(email, PASSWORD)
    expect(right.status).toBe(422)
    expect(right.body).toContain('Email not verified.')
    const wrong = await signIn(email, 'Another-box-7')
    expect(wrong.body).toContain('Email and password does not match.')
    expect(wrong.body).not.toContain('Email not verified.')

    await change(id, { email_confirm: true })
    expect((await signIn(email, PASSWORD)).status).toBe(302)
  })
})

it('the banner of the demo is seen in demo companies, not in an own company beside them', async () => {
  const email = 'own-company@own.test'
  await change(await added(email), { password: PASSWORD, email_confirm: true })
  const { client } = await signIn(email, PASSWORD)
  const own = await html(client, '/home')
  expect(own).toContain('Own Trading')
  expect(own).not.toContain(BANNER)
  for (const login of ['owner@demo.test', 'owner@other.test']) {
    const demo = await HttpClient.signedIn(server.origin, login)
    expect(await html(demo, '/home'), login).toContain(BANNER)
  }
  // The administrator has no project: the address tells that the password is public.
  expect(await html(admin, '/admin-users')).toContain(BANNER)
})
