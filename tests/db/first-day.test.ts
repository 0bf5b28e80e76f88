import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

/** Calls a function with the rights of the secret key. */
async function call<T>(name: string, ...args: unknown[]): Promise<T> {
  const places = args.map((_, n) => `$${n + 1}`).join(', ')
  const [row] = await fixture.db.sql<{ value: T }>(
    `select private.${name}(${places}) as value`,
    args as never[],
  )
  return row!.value
}

describe('the code of the first administrator', () => {
  const offer = (code: string, anew = true) => call<boolean>('offer_setup', hashOf(code), anew)
  const attempt = (code: string) => call<boolean | null>('try_setup_code', hashOf(code))
  const complete = (code: string) =>
    call('complete_setup', hashOf(code), fixture.stranger, 'first@fixture.test', 'First')

  it('works nowhere but where there is no administrator', async () => {
    expect(await call('needs_setup')).toBe(false)
    expect(await offer('a')).toBe(false)
    expect(await attempt('a')).toBeNull()
    await expect(complete('a')).rejects.toMatchObject({ hint: 'setup_over' })
  })

  it('is for ten tries and one hour, and makes one administrator', async () => {
    await fixture.db.sql('delete from private.platform_admin')
    expect(await call('needs_setup')).toBe(true)
    expect(await attempt('a')).toBeNull()
    expect(await offer('a')).toBe(true)
    // A code that works stays until a server starts.
    expect(await offer('b', false)).toBe(false)
    expect(await offer('b')).toBe(true)
    expect(await attempt('a')).toBe(false)
    for (let n = 2; n <= 10; n++) expect(await attempt(n === 5 ? 'b' : `guess ${n}`)).toBe(n === 5)
    expect(await attempt('b')).toBeNull()
    expect(await offer('c', false)).toBe(true)
    await fixture.db.sql(
      `update private.setup_code set offered_at = offered_at - interval '61 minutes'`,
    )
    expect(await attempt('c')).toBeNull()
    expect(await offer('d', false)).toBe(true)
    expect(await attempt('d')).toBe(true)
    await complete('d')
    expect(await call('needs_setup')).toBe(false)
    await expect(complete('d')).rejects.toMatchObject({ hint: 'setup_over' })
    await fixture.db.sql('update private.platform_admin set user_id = $1::uuid', [fixture.admin])
  })
})

describe('an invitation link', () => {
  interface Person {
    user_id: string
    email: string
  }
  const open = (token: string) => call<Person | null>('open_invitation', token)
  const makeAs = async (maker: string, user: string, project: string | null = fixture.a) => {
    const [row] = await fixture.db.as<{ made: { token: string; until: string } }>(
      maker,
      'select public.invitation_link($1::uuid, $2::uuid) as made',
      [project, user],
    )
    return row!.made
  }
  const confirm = (user: string, confirmed: boolean) =>
    fixture.db.sql(
      `update auth.users set email_confirmed_at = case when $2::text = '1' then now() end where id = $1::uuid`,
      [user, confirmed ? '1' : '0'],
    )
  const agent = async () => {
    const user = await fixture.addAgent('a')
    await confirm(user, false)
    return user
  }

  it('opens one account once, and the trail says who made it', async () => {
    const manager = fixture.role['General Manager']
    const user = await agent()
    const { token, until } = await makeAs(manager, user)
    expect(token).toMatch(/^[0-9a-f]{64}$/)
    const days = (Date.parse(until) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(7)
    const [kept] = await fixture.db.sql<{ found: number }>(
      'select count(*)::int as found from private.invitations i where i::text like $1',
      [`%${token}%`],
    )
    expect(kept!.found).toBe(0)
    // A look does not use it up.
    expect(await call('invited_person', token)).toMatchObject({ user_id: user })
    expect(await open('0'.repeat(64))).toBeNull()
    expect(await open(token)).toMatchObject({ user_id: user })
    expect(await open(token)).toBeNull()
    const [change] = await fixture.db.sql<{ after: { invited_by: string } }>(
      `select after from public.audit_log where table_name = 'profiles' and row_id = $1::uuid and action = 'update'
       order by id desc limit 1`,
      [user],
    )
    expect(change!.after.invited_by).toBe(manager)
    // A password that was refused lets it be used again; an open account does not.
    expect(await call('reopen_invitation', token)).toBe(true)
    expect(await open(token)).toMatchObject({ user_id: user })
    await confirm(user, true)
    expect(await call('reopen_invitation', token)).toBe(false)
    expect(await open(token)).toBeNull()
  })

  it('is over after seven days, with a newer one, and when the person has left', async () => {
    const manager = fixture.role.Owner
    const user = await agent()
    const { token: first } = await makeAs(manager, user)
    const { token: second } = await makeAs(manager, user)
    expect(await open(first)).toBeNull()
    await fixture.db.sql(
      `update private.invitations set made_at = made_at - interval '7 days 1 minute' where user_id = $1::uuid`,
      [user],
    )
    expect(await open(second)).toBeNull()
    const { token: third } = await makeAs(manager, user)
    await fixture.db.sql(
      `update public.memberships set status = 'inactive' where user_id = $1::uuid`,
      [user],
    )
    expect(await open(third)).toBeNull()
  })

  it('is made for people below, of this company alone, who have not opened their account', async () => {
    const manager = fixture.role['General Manager']
    const user = await agent()
    await confirm(user, true)
    await expect(makeAs(manager, user)).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(makeAs(manager, fixture.role.Owner)).rejects.toMatchObject({ code: '42501' })
    await expect(makeAs(fixture.role['sales admin'], user)).rejects.toMatchObject({ code: '42501' })
    // A person of another company is not found, and one of two companies is the administrator's.
    const other = await fixture.addAgent('b')
    await confirm(other, false)
    await expect(makeAs(manager, other)).rejects.toMatchObject({ code: 'P0002' })
    await expect(makeAs(manager, other, fixture.b)).rejects.toMatchObject({ code: '42501' })
    await confirm(user, false)
    await fixture.db.sql(
      `insert into public.memberships (project_id, user_id, role, status) values ($1::uuid, $2::uuid, 'Agent', 'inactive')`,
      [fixture.b, user],
    )
    await expect(makeAs(manager, user)).rejects.toMatchObject({ hint: 'wrong_state' })
    expect(await makeAs(fixture.admin, user, null)).toHaveProperty('token')
  })
})
