import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { row, rows } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { fieldFixture } from '../support/field.ts'
import { testFixture } from '../support/fixture.ts'

const fixture = fieldFixture()
const plain = testFixture()
const { people } = fixture
const p_project = fixture.project

const begin = (db: Db, p_device: string, p_name = 'Phone') =>
  db.rpc('begin_field_session', { p_device, p_name })
const contact = (db: Db, p_contact = { version: '2.2.0', waiting: 0 }) =>
  db.rpc('field_contact', { p_project, p_contact })
const deviceOf = async (...of: Parameters<typeof contact>) =>
  (row(await contact(...of)) as { device: string | null }).device
const phones = async (db: Db) => rows(await db.rpc('device_list', { p_project }))
const lock = (id: string, p_version: number, p_locked: boolean, by: Db) =>
  by.rpc('lock_device', {
    ...{ p_project, p_idempotency_key: randomUUID(), p_device: id, p_version, p_locked },
    p_reason: 'Lost on the bus',
  })

describe('a phone', () => {
  it('is registered by the sign-in of a person of the field, once for each person', async () => {
    const device = randomUUID()
    const { db } = await fixture.as('agent')
    expect(row(await begin(db, device, 'SM-A135F'))).toMatchObject({ projects: [p_project] })
    row(await begin(db, device, 'SM-A135F'))
    expect(await deviceOf(db, { version: '2.2.0', waiting: 2 })).toBeTruthy()
    const found = (await phones(db)).filter(({ name }) => name === 'SM-A135F')
    expect(found).toMatchObject([{ role: 'Agent', app_version: '2.2.0', waiting: 2 }])

    const second = await fixture.as('agent-2')
    row(await begin(second.db, device, 'SM-A135F'))
    expect(await phones(second.db)).toHaveLength(1)
    const seen = (await phones(people.finance.db)).filter(({ name }) => name === 'SM-A135F')
    expect(seen).toHaveLength(2)
  })

  it('is none of the office', async () => {
    const { error } = await begin(people.staff.db, randomUUID())
    expect(error).toMatchObject({ code: 'P0001', hint: 'not_in_field' })
    // A session of the API that is none of the app has no phone.
    expect(await deviceOf(people.agent.db)).toBeNull()
  })

  it('ends its session when it is locked, and gets none until it is unlocked', async () => {
    const device = randomUUID()
    const { db } = await fixture.as('agent')
    row(await begin(db, device, 'Lost phone'))
    const [phone] = (await phones(db)).filter(({ name }) => name === 'Lost phone')
    const owner = (await fixture.as('owner')).db
    expect((await lock(phone!.id, phone!.version, true, db)).error?.code).toBe('42501')
    const locked = row(await lock(phone!.id, phone!.version, true, owner)) as { version: number }
    expect((await lock(phone!.id, phone!.version, true, owner)).error?.hint).toBe('stale_version')
    expect((await lock(phone!.id, locked.version, true, owner)).error?.hint).toBe('wrong_state')
    // The token lives on for an hour, and opens nothing.
    expect((await db.rpc('current_identity')).data).toBeNull()
    expect((await contact(db)).error?.code).toBe('42501')

    const again = await fixture.as('agent')
    expect((await begin(again.db, device)).error).toMatchObject({ hint: 'device_locked' })
    row(await begin(again.db, randomUUID(), 'Another phone'))
    row(await lock(phone!.id, locked.version, false, owner))
    row(await begin(again.db, device))
  })

  it('is listed by how long acts wait on it; on an idle one nothing does', async () => {
    const [device, other, idle] = [randomUUID(), randomUUID(), randomUUID()]
    const on = async (login: string, id: string, name: string) => {
      const { db } = await fixture.as(login)
      row(await begin(db, id, name))
      return db
    }
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString()
    const says = (waiting: number, waiting_since?: string) =>
      ({ version: '2.2.0', waiting, ...(waiting_since && { waiting_since }) }) as never
    const [first, second, third] = [
      await on('agent-3', device, 'Waits two days'),
      await on('agent-3', other, 'Waits nine days'),
      await on('agent-2', idle, 'Idle'),
    ]
    const [two, nine] = [days(2), days(9)]
    await deviceOf(first, says(1, two))
    await deviceOf(second, says(4, nine))
    // Two acts had waited, and were sent.
    await deviceOf(third, says(2, days(20)))
    await deviceOf(third, says(0))
    const seen = (await phones(people.finance.db)).filter(({ name }) => /^(Waits|Idle)/.test(name))
    const at = (moment: string | null) => moment && new Date(moment).toISOString()
    expect(
      seen.map(({ name, waiting, waiting_since }) => [name, waiting, at(waiting_since)]),
    ).toEqual([
      ['Waits nine days', 4, nine],
      ['Waits two days', 1, two],
      ['Idle', 0, null],
    ])
    // A phone that tells no moment waits since its contact; one of the future is of now.
    const before = Date.now()
    await deviceOf(third, says(1))
    await deviceOf(first, says(1, days(-3)))
    for (const name of ['Idle', 'Waits two days']) {
      const found = (await phones(people.finance.db)).find((each) => each.name === name)!
      const since = Date.parse(found.waiting_since)
      expect(since).toBeGreaterThanOrEqual(before - 60_000)
      expect(since).toBeLessThanOrEqual(Date.now() + 60_000)
    }
    await deviceOf(third, says(0))
    await deviceOf(first, says(0))

    const team = rows(await people.finance.db.rpc('field_team', { p_project }))
    const idOf = async (login: string) => fixture.idOf(await fixture.as(login))
    const of = async (login: string) => {
      const id = await idOf(login)
      const found = team.find(({ user_id }) => user_id === id)!
      return [Number(found.waiting), at(found.waiting_since)]
    }
    // The person with two phones waits since the older act, though the other phone is idle.
    expect(await of('agent-3')).toEqual([4, nine])
    expect(await of('agent-2')).toEqual([0, null])
    const own = (await phones(first)).filter(({ name }) => name.startsWith('Waits'))
    expect(own.map(({ name }) => name)).toEqual(['Waits nine days', 'Waits two days'])
  })

  it('has one session of a person: a new sign-in ends the former one', async () => {
    const device = randomUUID()
    const [first, second] = [await fixture.as('agent'), await fixture.as('agent')]
    row(await begin(first.db, device))
    row(await begin(second.db, device))
    expect((await first.db.rpc('current_identity')).data).toBeNull()
    expect((await second.db.rpc('current_identity')).data).toBeTruthy()
  })
})

it('lives for 30 days as a session of the field, for 12 hours as any other', async () => {
  const user = plain.role.Agent
  const lives = async (hours: number, ofField: boolean) => {
    const session = randomUUID()
    await plain.db.sql(
      `insert into auth.sessions (id, user_id, created_at, updated_at)
       select $1::uuid, $2::uuid, t, t from (select now() - make_interval(hours => $3::text::int)) x (t)`,
      [session, user, hours],
    )
    if (ofField)
      await plain.db.sql(
        `insert into private.field_sessions (session_id, device, begun_at)
         values ($1::uuid, gen_random_uuid(), now() - make_interval(hours => $2::text::int))`,
        [session, hours],
      )
    const claims = { sub: user, role: 'authenticated', aud: 'authenticated', session_id: session }
    const [found] = await plain.db.sql<{ lives: boolean }>(
      `select private.current_user_id() is not null as lives
       from (select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true) offset 0) x`,
      [JSON.stringify(claims), user],
    )
    return found!.lives
  }
  expect(await lives(11, false)).toBe(true)
  expect(await lives(13, false)).toBe(false)
  expect(await lives(29 * 24, true)).toBe(true)
  expect(await lives(31 * 24, true)).toBe(false)
})
