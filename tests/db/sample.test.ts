import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'

/** A person's sample company beside the real ones, which nothing of it touches. */
const fixture = testFixture()
const owner = () => fixture.role.Owner

const send = <T = { id: string }>(user: string, name: string, args: Record<string, unknown>) =>
  fixture.db.rpc<T>(user, name, { p_idempotency_key: randomUUID(), ...args })
const make = (user: string, sample: string, project = fixture.a) =>
  send(user, 'create_sample', { p_project: project, p_sample: sample })

/** Counts and sums up every row of every table that belongs to a project. */
async function contentOf(project: string) {
  const tables = await fixture.db.sql<{ name: string }>(
    `select c.table_schema || '.' || c.table_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.column_name = 'project_id' and c.table_schema in ('public', 'private') and t.table_type = 'BASE TABLE'
       and c.table_name <> 'idempotency_keys' order by 1`,
    [],
  )
  expect(tables.length).toBeGreaterThan(30)
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as rows, md5(coalesce(string_agg(x::text, '|' order by x::text), '')) as sum
       from ${name} x where x.project_id = $1::uuid`,
  )
  return fixture.db.sql<{ name: string; rows: number; sum: string }>(
    `${parts.join(' union all ')} union all
     select 'projects', 1, md5(p::text) from public.projects p where p.id = $1::uuid order by 1`,
    [project],
  )
}

const memberships = async (user: string) => {
  const [row] = await fixture.db.as<{ found: { project_id: string; sample: boolean }[] }>(
    user,
    `select public.current_identity() -> 'memberships' as found`,
    [],
  )
  return row!.found.map(({ project_id, sample }) => [project_id, sample])
}

describe('a sample company', () => {
  const sample = randomUUID()

  it('is made with two months of trade, and changes nothing of the real company', async () => {
    const before = [await contentOf(fixture.a), await contentOf(fixture.b)]
    await expect(make(owner(), sample)).resolves.toMatchObject({ id: sample })
    expect([await contentOf(fixture.a), await contentOf(fixture.b)]).toEqual(before)
    const stages = await fixture.db.sql<{ stage: string; found: number }>(
      `select stage, count(*)::int as found from public.bookings where project_id = $1::uuid group by 1 order by 1`,
      [sample],
    )
    expect(stages).toEqual([
      { stage: 'delivered', found: 4 },
      { stage: 'paid', found: 10 },
      { stage: 'pending', found: 2 },
      { stage: 'validated', found: 2 },
    ])
    expect(
      await fixture.db.sql('select * from private.book_check_violations(array[$1::uuid])', [
        sample,
      ]),
    ).toEqual([])
    expect(await memberships(owner())).toContainEqual([sample, true])
    expect(await memberships(owner())).toContainEqual([fixture.a, false])
  })

  it('is one of each person, and of those alone who manage people', async () => {
    await expect(make(owner(), randomUUID())).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(make(owner(), randomUUID(), sample)).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(make(fixture.role['sales admin'], randomUUID())).rejects.toMatchObject({
      code: '42501',
    })
    await expect(make(owner(), randomUUID(), fixture.b)).rejects.toMatchObject({ code: '42501' })
    const second = randomUUID()
    await make(fixture.role['General Manager'], second)
    // Each sees their own sample alone.
    expect(await memberships(owner())).not.toContainEqual([second, true])
    for (const [user, other] of [
      [owner(), second],
      [fixture.role['General Manager'], sample],
      [fixture.role['sales admin'], sample],
    ] as const)
      for (const table of ['projects', 'bookings', 'customers', 'products', 'collections']) {
        const key = table === 'projects' ? 'id' : 'project_id'
        const seen = await fixture.db.as(
          user,
          `select ${key} from public.${table} where ${key} = $1`,
          [other],
        )
        expect([table, seen]).toEqual([table, []])
      }
  })

  it('stands in the way of no change of its person', async () => {
    const { version } = (
      await fixture.db.sql<{ version: number }>(
        'select version from public.profiles where user_id = $1::uuid',
        [owner()],
      )
    )[0]!
    await send(fixture.admin, 'update_member', {
      ...{ p_project: fixture.a, p_version: version },
      p_member: { user_id: owner(), role: 'Owner', project_ids: [fixture.a] },
    })
    expect(await memberships(owner())).toContainEqual([sample, true])
  })

  it('is removed by its person, and no other company is', async () => {
    const remove = (user: string, project: string) =>
      send(user, 'remove_sample', { p_project: project })
    const before = await contentOf(fixture.a)
    await expect(remove(owner(), fixture.a)).rejects.toMatchObject({ hint: 'wrong_state' })
    await expect(remove(owner(), fixture.b)).rejects.toMatchObject({ code: '42501' })
    await expect(remove(fixture.role['General Manager'], sample)).rejects.toMatchObject({
      code: '42501',
    })
    await remove(owner(), sample)
    expect(await memberships(owner())).toEqual([[fixture.a, false]])
    expect(await contentOf(fixture.a)).toEqual(before)
    // Another one may be made.
    await make(owner(), randomUUID())
  })
})
