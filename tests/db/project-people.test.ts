import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ROLES, type Role } from '../../app/platform/access/permissions.ts'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()
const MANAGING: readonly Role[] = ['General Manager', 'Owner', 'one-person office']
const BELOW = ROLES.filter((role) => !MANAGING.includes(role))

const membershipsOf = (user: string) =>
  fixture.db.sql(
    'select project_id, role, status, manager_id from public.memberships where user_id = $1::uuid order by project_id',
    [user],
  )
const versionOf = async (user: string) =>
  (await fixture.db.sql('select version from public.profiles where user_id = $1::uuid', [user]))[0]!
    .version

async function account() {
  const id = randomUUID()
  const email = `${id}@fixture.test`
  await fixture.db.sql('insert into auth.users (id, email) values ($1::uuid, $2)', [id, email])
  return { id, email }
}

interface New {
  project?: string
  project_ids?: string[]
  email?: string
}

async function invite(by: string, role: Role, { project = fixture.a, ...rest }: New = {}) {
  const { id, email } = await account()
  await fixture.db.rpc(by, 'provision_member', {
    p_project: project,
    p_idempotency_key: randomUUID(),
    p_member: { user_id: id, email, display_name: `Invited ${role}`, role, ...rest },
  })
  return id
}

const become = async (by: string, user: string, role: Role, p_project = fixture.a) =>
  fixture.db.rpc(by, 'update_member', {
    p_project,
    p_idempotency_key: randomUUID(),
    p_version: await versionOf(user),
    p_member: { user_id: user, role },
  })
const setStatus = (by: string, p_user: string, p_status: string, p_project = fixture.a) =>
  fixture.db.rpc(by, 'set_member_status', {
    p_project,
    p_idempotency_key: randomUUID(),
    p_user,
    p_status,
  })
const signOut = (by: string, p_user: string, p_project = fixture.a) =>
  fixture.db.rpc(by, 'end_member_sessions', {
    p_project,
    p_idempotency_key: randomUUID(),
    p_user,
  })

const FORBIDDEN = { code: '42501' }

describe.each(['General Manager', 'Owner'] as const)('a %s', (role) => {
  const me = () => fixture.role[role]

  it.each(BELOW)('invites, changes, ends and restores a %s of the own project', async (given) => {
    const user = await invite(me(), given)
    const other = given === 'warehouse' ? 'sales admin' : 'warehouse'
    const now = async () => (await membershipsOf(user)).map((each) => [each.role, each.status])
    expect(await now()).toEqual([[given, 'active']])
    await become(me(), user, other)
    expect(await now()).toEqual([[other, 'active']])
    await setStatus(me(), user, 'inactive')
    expect(await now()).toEqual([[other, 'inactive']])
    await setStatus(me(), user, 'active')
    expect(await now()).toEqual([[other, 'active']])
    await signOut(me(), user)
  })

  it.each(['General Manager', 'Owner'] as const)('gives nobody the role %s', async (above) => {
    await expect(invite(me(), above)).rejects.toMatchObject({ code: '22023', detail: 'role' })
    const user = await invite(me(), 'warehouse')
    await expect(become(me(), user, above)).rejects.toMatchObject({ detail: 'role' })
    expect(await membershipsOf(user)).toMatchObject([{ role: 'warehouse' }])
  })

  it('touches neither himself nor who manages people too', async () => {
    for (const user of [me(), fixture.role['General Manager'], fixture.role.Owner, fixture.both]) {
      const before = await membershipsOf(user)
      await expect(become(me(), user, 'warehouse')).rejects.toMatchObject(FORBIDDEN)
      await expect(setStatus(me(), user, 'inactive')).rejects.toMatchObject(FORBIDDEN)
      await expect(signOut(me(), user)).rejects.toMatchObject(FORBIDDEN)
      expect(await membershipsOf(user)).toEqual(before)
    }
  })

  it('reaches neither another company nor its people, nor the administrator', async () => {
    await expect(invite(me(), 'warehouse', { project: fixture.b })).rejects.toMatchObject(FORBIDDEN)
    await expect(
      invite(me(), 'Collector', { project_ids: [fixture.a, fixture.b] }),
    ).rejects.toMatchObject(FORBIDDEN)
    for (const user of [fixture.staffB, fixture.agentB, fixture.admin]) {
      const before = await membershipsOf(user)
      const absent = { code: 'P0002' }
      await expect(become(me(), user, 'warehouse')).rejects.toMatchObject(absent)
      await expect(setStatus(me(), user, 'inactive')).rejects.toMatchObject(absent)
      await expect(signOut(me(), user)).rejects.toMatchObject(absent)
      await expect(setStatus(me(), user, 'inactive', fixture.b)).rejects.toMatchObject(FORBIDDEN)
      expect(await membershipsOf(user)).toEqual(before)
    }
    // An account that belongs to somebody is not taken over under another address.
    await expect(invite(me(), 'warehouse', { email: 'other@fixture.test' })).rejects.toMatchObject({
      detail: 'email',
    })
  })

  it('changes of a person who works elsewhere too the membership here only', async () => {
    const user = await invite(fixture.admin, 'ASE', { project_ids: [fixture.a, fixture.b] })
    const elsewhere = async () =>
      (await membershipsOf(user)).find(({ project_id }) => project_id === fixture.b)
    const before = await elsewhere()
    await expect(become(me(), user, 'warehouse')).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(become(me(), user, 'Collector')).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(signOut(me(), user)).rejects.toMatchObject({ hint: 'wrong_state' })
    await setStatus(me(), user, 'inactive')
    await become(me(), user, 'ASE')
    await setStatus(me(), user, 'inactive')
    expect(await elsewhere()).toEqual(before)
  })
})
