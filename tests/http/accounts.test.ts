import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { type Backend, openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { accountClient } from '../../server/supabase.ts'
import { ensureAdmin } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
let backend: Backend
let db: Db
let admin: HttpClient

beforeAll(async () => {
  backend = await openBackend(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder }), {
    origin: server.origin,
    as: 'tool',
  })
  db = await ensureAdmin(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
  admin = await HttpClient.signedIn(server.origin, 'admin@demo.test')
})

/** Returns all accounts of the identity provider with this address. */
async function accountsOf(email: string): Promise<string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { data, error } = await accountClient(backend).auth.admin.listUsers({
      page,
      perPage: 1000,
    })
    if (error) throw error
    if (data.users.length === 0) return found
    found.push(...data.users.filter((user) => user.email === email).map(({ id }) => id))
  }
}

async function peopleOf(email: string) {
  return rows(
    await db
      .from('profiles')
      .select(
        'user_id, display_name, memberships!memberships_user_id_fkey(role, project_id, status)',
      )
      .eq('email', email),
  )
}

const form = (email: string, more: Record<string, string> = {}) => ({
  idempotencyKey: randomUUID(),
  role: 'finance admin',
  project_id: DEMO_ID,
  email,
  display_name: 'Half Made',
  ...more,
})

const ADD = `/admin-users/add?${new URLSearchParams({ role: 'finance admin', project_id: DEMO_ID })}`
const send = (fields: Record<string, string>) => admin.post(ADD, fields)
const toPerson = (response: Response) => response.headers.get('location')?.split('/').at(-1)

/** An account as a crash between the two steps leaves it. */
async function leftOver(email: string): Promise<string> {
  const { data, error } = await accountClient(backend).auth.admin.createUser({
    email,
    email_confirm: false,
  })
  if (error) throw error
  return data.user.id
}

describe('an account is never half made', () => {
  it('the same form twice at once makes one account and one person', async () => {
    const fields = form('twice@accounts.test')
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(fields)))
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302, 302])
    expect(answers.map(toPerson)).toEqual(Array(6).fill(fields.idempotencyKey))
    expect(await accountsOf('twice@accounts.test')).toEqual([fields.idempotencyKey])
    expect(await peopleOf('twice@accounts.test')).toEqual([
      {
        user_id: fields.idempotencyKey,
        display_name: 'Half Made',
        memberships: [{ role: 'finance admin', project_id: DEMO_ID, status: 'active' }],
      },
    ])
  })

  it('two forms for one address at once make one person, the other says why', async () => {
    for (let round = 0; round < 5; round++) {
      const email = `race-${round}@accounts.test`
      const answers = await Promise.all([form(email), form(email)].map(send))
      expect(answers.map(({ status }) => status).sort()).toEqual([302, 422])
      const people = await peopleOf(email)
      expect(people).toHaveLength(1)
      expect(await accountsOf(email)).toEqual([people[0]!.user_id])
    }
  })

  it('goes on after a crash: the same form finishes what it began', async () => {
    const fields = form('same-form@accounts.test')
    const { error } = await accountClient(backend).auth.admin.createUser({
      id: fields.idempotencyKey,
      email: fields.email,
      email_confirm: false,
    } as never)
    expect(error).toBeNull()
    expect(toPerson(await send(fields))).toBe(fields.idempotencyKey)
    expect(await accountsOf(fields.email)).toEqual([fields.idempotencyKey])
    expect(await peopleOf(fields.email)).toHaveLength(1)
  })

  it('takes the place of an account that a crash left without a person', async () => {
    const email = 'left-over@accounts.test'
    const left = await leftOver(email)
    const fields = form(email)
    expect(toPerson(await send(fields))).toBe(fields.idempotencyKey)
    expect(await accountsOf(email)).toEqual([fields.idempotencyKey])
    expect(await accountsOf(email)).not.toContain(left)
  })

  it('an address that is in use is refused at its field, and nothing is lost', async () => {
    const before = await accountsOf('owner@demo.test')
    const answer = await send(form('OWNER@demo.test'))
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain('An account with this e-mail address already exists.')
    expect(await accountsOf('owner@demo.test')).toEqual(before)
    expect((await peopleOf('owner@demo.test'))[0]?.memberships).toHaveLength(1)
  })

  it.each([
    ['an unknown manager', { role: 'Agent', manager_id: randomUUID() }, 'Choose an active manager'],
    ['an unknown project', { project_id: randomUUID() }, 'is no longer active'],
  ])('when %s is refused, no account is left', async (_, more, sentence) => {
    const fields = form('refused@accounts.test', more)
    const answer = await send(fields)
    expect(answer.status).toBe(422)
    expect(await answer.text()).toContain(sentence)
    expect(await accountsOf(fields.email)).toEqual([])
    expect(await peopleOf(fields.email)).toEqual([])
  })

  it('the same form with other content is refused, and what it made before stays', async () => {
    const fields = form('other@accounts.test')
    expect((await send(fields)).status).toBe(302)
    const otherName = await send({ ...fields, display_name: 'Somebody Else' })
    expect(otherName.status).toBe(422)
    const otherAddress = await send({ ...fields, email: 'other-2@accounts.test' })
    expect(otherAddress.status).toBe(422)
    expect(await accountsOf('other@accounts.test')).toEqual([fields.idempotencyKey])
    expect(await accountsOf('other-2@accounts.test')).toEqual([])
    expect((await peopleOf('other@accounts.test'))[0]?.display_name).toBe('Half Made')
  })
})

describe('the list of users', () => {
  it('shows each of more than sixty people once, forwards and back', async () => {
    // Names that quotes, commas and capitals would make trouble of; many alike.
    const names = ['Ana "Pan" 10', 'ana, (b)', 'Ana', 'Añonuevo \\ Co', "D'Cruz"]
    for (let at = 0; at < 60; at++) {
      const answer = await send(
        form(`paged-${at}@accounts.test`, { display_name: names[at % names.length]! }),
      )
      expect(answer.status).toBe(302)
    }
    const expected = rows(await db.from('profiles').select('user_id').limit(1000))
      .map(({ user_id }) => user_id)
      .sort()
    const forwards: string[][] = []
    let address: string | null = '/admin-users'
    let last = address
    while (address) {
      const { ids, older } = await readPage(address)
      forwards.push(ids)
      last = address
      address = older
    }
    expect(forwards.length).toBeGreaterThan(1)
    expect(forwards.flat().sort()).toEqual(expected)
    const backwards: string[][] = []
    for (let back: string | null = last; back; ) {
      const { ids, newer } = await readPage(back)
      backwards.unshift(ids)
      back = newer
    }
    expect(backwards.flat()).toEqual(forwards.flat())
  }, 120_000)

  it('with a search and a filter pages through those only, and counts them', async () => {
    const query = '/admin-users?q=paged-&role=finance+admin'
    const first = await readPage(query)
    const second = await readPage(first.older!)
    expect(first.count).toBe(60)
    expect(second.count).toBe(60)
    expect(new Set([...first.ids, ...second.ids]).size).toBe(60)
    expect(second.older).toBeNull()
    expect((await readPage('/admin-users?q=paged-&role=Agent')).ids).toEqual([])
    expect((await readPage('/admin-users?q=paged-&status=inactive')).ids).toEqual([])
  })
})

/** Reads one page of the list, as its loader answers a browser with scripts. */
async function readPage(address: string) {
  const url = new URL(address, server.origin)
  url.searchParams.set('_data', 'modules/admin/people/people.route')
  const answer = await admin.get(url.pathname + url.search)
  expect(answer.status).toBe(200)
  const { page } = (await answer.json()) as {
    page: { rows: { id: string }[]; newer: string | null; older: string | null; count: number }
  }
  const at = (name: 'after' | 'before', cursor: string | null) => {
    if (cursor === null) return null
    const next = new URL(address, server.origin)
    next.searchParams.delete('after')
    next.searchParams.delete('before')
    next.searchParams.set(name, cursor)
    return next.pathname + next.search
  }
  return {
    ids: page.rows.map(({ id }) => id),
    count: page.count,
    newer: at('before', page.newer),
    older: at('after', page.older),
  }
}
