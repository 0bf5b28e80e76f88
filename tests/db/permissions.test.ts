import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  CURRENCIES_FILE,
  CURRENCY_ROWS,
  type CurrencyRow,
  currenciesFile,
} from '../../tools/currencies-file.ts'
import {
  PERMISSION_ROWS,
  PERMISSIONS_FILE,
  type PermissionRow,
  permissionsFile,
  ROLE_ROWS,
  type RoleRow,
} from '../../tools/permissions-file.ts'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()

describe('the permission matrix', () => {
  it('is the same in the database and in the app: npm run types', async () => {
    const roles = await fixture.db.sql<RoleRow>(ROLE_ROWS)
    const permissions = await fixture.db.sql<PermissionRow>(PERMISSION_ROWS)
    expect(readFileSync(PERMISSIONS_FILE, 'utf8')).toBe(permissionsFile(roles, permissions))
  })

  it('stands beside the currencies, which are the same too', async () => {
    const rows = await fixture.db.sql<CurrencyRow>(CURRENCY_ROWS)
    expect(readFileSync(CURRENCIES_FILE, 'utf8')).toBe(currenciesFile(rows))
  })
})

describe('authority is looked up live', () => {
  const permissionsOf = async (user: string) =>
    (
      await fixture.db.rpc<{ memberships: { role: string }[] } | null>(user, 'current_identity', {})
    )?.memberships.map((m) => m.role) ?? null

  it('ends with deactivation and comes back with reactivation', async () => {
    const user = fixture.role['finance admin']
    const sees = async () => (await fixture.db.as(user, 'select 1 from public.projects')).length
    const set = (p_status: string) =>
      fixture.db.rpc(fixture.admin, 'set_member_status', {
        p_project: fixture.a,
        p_idempotency_key: fixture.newIdempotencyKey(),
        p_user: user,
        p_status,
      })
    expect(await sees()).toBe(1)
    await set('inactive')
    expect(await sees()).toBe(0)
    expect(await permissionsOf(user)).toEqual([])
    await expect(
      fixture.db.rpc(user, 'request_customer', {
        p_project: fixture.a,
        p_idempotency_key: fixture.newIdempotencyKey(),
        p_customer: { name: 'X' },
      }),
    ).rejects.toMatchObject({ code: '42501' })
    await set('active')
    expect(await sees()).toBe(1)
  })

  it('gives a member of a removed project and a stranger nothing', async () => {
    expect(await permissionsOf(fixture.removedMember)).toEqual([])
    expect(await permissionsOf(fixture.stranger)).toBeNull()
    expect(await permissionsOf(fixture.both)).toEqual(['General Manager', 'General Manager'])
  })

  it('keeps exactly one platform administrator, who sees no business data', async () => {
    await expect(
      fixture.db.sql('select private.set_platform_admin($1::uuid, $2, $3)', [
        fixture.stranger,
        's@fixture.test',
        'S',
      ]),
    ).rejects.toMatchObject({ hint: 'admin_exists' })
    for (const table of [
      'products',
      'customers',
      'bookings',
      'collections',
      'purchases',
      'stock_movements',
    ])
      expect(await fixture.db.as(fixture.admin, `select 1 from public.${table}`)).toEqual([])
    const trail = await fixture.db.as<{ table_name: string }>(
      fixture.admin,
      'select distinct table_name from public.audit_log order by 1',
    )
    expect(trail.map((row) => row.table_name)).toEqual(['memberships', 'profiles', 'projects'])
  })
})

describe('the audience of a token', () => {
  const personOf = async (claims: object) => {
    const [row] = await fixture.db.sql<{ person: string | null }>(
      `with said as materialized (
         select set_config('request.jwt.claim.sub', $1, true), set_config('request.jwt.claims', $2, true))
       select private.current_user_id()::text as person from said`,
      [fixture.both, JSON.stringify({ sub: fixture.both, role: 'authenticated', ...claims })],
    )
    return row!.person
  }

  it('is this service, or the token is nobody’s', async () => {
    const [session] = await fixture.db.sql<{ id: string }>(
      `insert into auth.sessions (id, user_id, created_at, updated_at)
       values (gen_random_uuid(), $1::uuid, now(), now()) returning id::text`,
      [fixture.both],
    )
    const session_id = session!.id
    expect(await personOf({ session_id, aud: 'authenticated' })).toBe(fixture.both)
    expect(await personOf({ session_id, aud: ['x', 'authenticated'] })).toBe(fixture.both)
    for (const aud of ['reports', '', 'Authenticated', ['reports'], [], {}, null, 1, true]) {
      expect(await personOf({ session_id, aud }), JSON.stringify(aud)).toBeNull()
      expect(await personOf({ aud }), JSON.stringify(aud)).toBeNull()
    }
    expect(await personOf({ session_id })).toBeNull()
  })
})
