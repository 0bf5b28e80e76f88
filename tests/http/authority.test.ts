import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { COMPANIES } from '../../scripts/demo/people.ts'
import { type Backend, openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { ensureAccount, ensureAdmin } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { rounds } from '../support/rounds.ts'
import { concreteAddress, guardedRoutes } from '../support/routes.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const guarded = await guardedRoutes()

let backend: Backend
let admin: Db

beforeAll(async () => {
  backend = await openBackend(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder }), {
    origin: server.origin,
    as: 'tool',
  })
  admin = await ensureAdmin(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
})

async function person(name: string, project = COMPANIES[0]!.id) {
  const email = `${name}@authority.test`
  const { id } = await ensureAccount(backend, { email, password: DEMO_PASSWORD })
  const { error } = await admin.rpc('provision_member', {
    p_project: project,
    p_idempotency_key: randomUUID(),
    p_member: { user_id: id, email, display_name: name, role: 'special access 1' },
  })
  expect(error).toBeNull()
  return { id, email }
}

/** Runs a command of the administrator, which must succeed. */
async function change(name: Parameters<Db['rpc']>[0], args: Record<string, unknown>) {
  const { error } = await admin.rpc(name, { p_idempotency_key: randomUUID(), ...args } as never)
  expect(error).toBeNull()
}

/**
 * Guarded addresses that let somebody in who has no business there any more.
 *
 * @param every asks one in so many, as all guards look the session up in one place.
 */
async function openTo(client: HttpClient, every = rounds(5, 1)): Promise<string[]> {
  const open: string[] = []
  for (const { address, loader, action } of guarded.filter((_, at) => at % every === 0)) {
    const path = concreteAddress(address!)
    for (const response of [
      ...(loader ? [await client.get(path)] : []),
      ...(action ? [await client.post(path)] : []),
    ]) {
      await response.text()
      if (response.status !== 302 || response.headers.get('location') !== '/')
        open.push(`${path}: ${response.status}`)
    }
  }
  return open
}

describe('authority is looked up live: with an hour left on the token, the next request of', () => {
  it('a deactivated person is signed out everywhere', async () => {
    const { id, email } = await person('deactivated')
    const client = await HttpClient.signedIn(server.origin, email)
    expect((await client.get('/home')).status).toBe(200)
    await change('set_member_status', {
      p_project: COMPANIES[0]!.id,
      p_user: id,
      p_status: 'inactive',
    })
    expect(await openTo(client, 1)).toEqual([])
    expect(await (await new HttpClient(server.origin).signIn(email)).text()).toContain(
      'Account does not exist.',
    )
  })

  it('a person whose sessions were ended is signed out everywhere, and may sign in again', async () => {
    const { id, email } = await person('ended')
    const client = await HttpClient.signedIn(server.origin, email)
    await change('end_member_sessions', { p_project: COMPANIES[0]!.id, p_user: id })
    expect(await openTo(client)).toEqual([])
    await HttpClient.signedIn(server.origin, email)
  })

  it('a person with another role has that role', async () => {
    const { id, email } = await person('changed')
    const client = await HttpClient.signedIn(server.origin, email)
    expect((await client.get('/sales/bookings')).status).toBe(200)
    const [{ version } = { version: 0 }] = rows(
      await admin.from('profiles').select('version').eq('user_id', id),
    )
    await change('update_member', {
      p_project: COMPANIES[0]!.id,
      p_version: version,
      p_member: { user_id: id, role: 'expenses and disbursements' },
    })
    expect((await client.get('/sales/bookings')).status).toBe(403)
    expect((await client.post('/sales/bookings/add')).status).toBe(403)
    expect((await client.get('/home')).status).toBe(200)
  })

  it('a member of a removed project is signed out everywhere', async () => {
    const project = randomUUID()
    await change('create_project', {
      p_project: project,
      p_idempotency_key: project,
      p_details: { name: 'Brief Trading' },
    })
    const { email } = await person('removed', project)
    const client = await HttpClient.signedIn(server.origin, email)
    await change('remove_project', { p_project: project, p_status: 'removed' })
    expect(await openTo(client)).toEqual([])
  })

  it('an account without a person never gets in', async () => {
    const email = 'nobody@authority.test'
    await ensureAccount(backend, { email, password: DEMO_PASSWORD })
    const client = new HttpClient(server.origin)
    expect(await (await client.signIn(email)).text()).toContain('Account does not exist.')
    expect(await openTo(client)).toEqual([])
  })
})
