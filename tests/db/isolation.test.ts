import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { trade } from '../support/trade.ts'
import { testWorld } from '../support/world.ts'
import { TABLES } from './access.ts'
import { attempt, fillTables, identities, scopeOf } from './identities.ts'

const world = testWorld()
const key = (table: string) => (table === 'projects' ? 'id' : 'project_id')

beforeAll(() => fillTables(world))

describe('tables', () => {
  it('are declared, each of them, and hold rows of both projects', async () => {
    const tables = await world.db.sql<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    expect(tables.map((row) => row.name).sort()).toEqual(Object.keys(TABLES).sort())
    for (const table of Object.keys(TABLES).filter((name) => name !== 'profiles'))
      for (const project of [world.a, world.b])
        expect(
          await world.db.sql(
            `select 1 from public.${table} where ${key(table)} = $1::uuid limit 1`,
            [project],
          ),
          `${table} has a row of each project`,
        ).toHaveLength(1)
  })

  it('show each person the rows of the role and nothing of another project', async () => {
    const cells: string[] = []
    for (const [table, access] of Object.entries(TABLES).filter(([name]) => name !== 'profiles'))
      for (const who of identities(world))
        for (const project of ['a', 'b'] as const) {
          const where = `from public.${table} where ${key(table)} = $1::uuid`
          const all = (await world.db.sql(`select 1 ${where}`, [world[project]])).length
          const seen = await attempt(world.db.as(who.user, `select 1 ${where}`, [world[project]]))
          const role = who[project]
          let expected: string
          if (who.user === null) expected = '42501'
          else if (access.select === 'member') expected = role || who.admin ? 'all' : 'none'
          else if (access.select === 'people') {
            const scope = scopeOf(role, 'people.read')
            expected = who.admin || scope === 'all' ? 'all' : role ? 'some' : 'none'
          } else {
            const scope = scopeOf(role, access.select)
            expected = scope === 'all' ? 'all' : scope ? 'some or none' : 'none'
          }
          const got =
            seen === '42501' ? '42501' : seen === 0 ? 'none' : seen === all ? 'all' : 'some'
          const fits =
            expected === 'some or none'
              ? got !== '42501'
              : expected === 'some'
                ? got === 'some' || got === 'all'
                : got === expected
          if (!fits)
            cells.push(`${who.name} reads ${table} of ${project}: ${got}, expected ${expected}`)
        }
    expect(cells).toEqual([])
  })

  it('show names of colleagues alone', async () => {
    const seen = async (user: string) =>
      (await world.db.as<{ email: string }>(user, 'select email from public.profiles'))
        .map((row) => row.email)
        .sort()
    expect(await seen(world.staffB)).toEqual([
      'b-agent@world.test',
      'b-staff@world.test',
      'both@world.test',
    ])
    expect(await seen(world.role.Collector)).toEqual(['a-collector@world.test'])
    expect(await seen(world.role.Manager)).toEqual(['a-agent@world.test', 'a-manager@world.test'])
    expect(await seen(world.stranger)).toEqual([])
  })

  it('refuse every write that is not declared, and change nothing', async () => {
    const fingerprint = async (table: string) =>
      (
        await world.db.sql<{ sum: string }>(
          `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from public.${table} t`,
        )
      )[0]!.sum
    const cells: string[] = []
    for (const [table, access] of Object.entries(TABLES)) {
      const before = await fingerprint(table)
      for (const who of identities(world)) {
        for (const project of ['a', 'b'] as const) {
          const column = table === 'profiles' ? 'user_id' : key(table)
          const value = table === 'profiles' ? world.staffB : world[project]
          const inserts = access.insert && scopeOf(who[project], access.insert) === 'all'
          const updates = access.update && scopeOf(who[project], access.update.permission) === 'all'
          if (!inserts) {
            const made = await attempt(
              world.db.as(
                who.user,
                `insert into public.${table} (${column}) values ($1::uuid) returning 1`,
                [value],
              ),
            )
            // An insert that the grant allows and the policy does not may trip over a missing column first, never succeed.
            if (made !== '42501' && !(access.insert && who.user && made === '23502'))
              cells.push(`${who.name} inserts into ${table} of ${project}: ${made}`)
          }
          if (!updates) {
            const set = access.update
              ? `${access.update.column} = 'changed'`
              : `${column} = ${column}`
            const changed = await attempt(
              world.db.as(
                who.user,
                `update public.${table} set ${set} where ${column} = $1::uuid returning 1`,
                [value],
              ),
            )
            const expected = access.update && who.user ? 0 : '42501'
            if (changed !== expected)
              cells.push(`${who.name} updates ${table} of ${project}: ${changed}`)
          }
          const deleted = await attempt(
            world.db.as(
              who.user,
              `delete from public.${table} where ${column} = $1::uuid returning 1`,
              [value],
            ),
          )
          if (deleted !== '42501')
            cells.push(`${who.name} deletes from ${table} of ${project}: ${deleted}`)
        }
        const emptied = await attempt(world.db.as(who.user, `truncate public.${table} cascade`))
        if (emptied !== '42501') cells.push(`${who.name} empties ${table}: ${emptied}`)
      }
      if ((await fingerprint(table)) !== before) cells.push(`${table} has changed`)
    }
    expect(cells).toEqual([])
  }, 240_000)

  it('let declared writers write, in their own project, the granted columns alone', async () => {
    const sales = world.role['sales admin']
    const insert = (project: string, column = '') =>
      world.db.as(
        sales,
        `insert into public.products (project_id, description, material_code${column && `, ${column}`}) values ($1::uuid, 'New', $2${column && ', 9'}) returning 1`,
        [project, randomUUID()],
      )
    expect(await attempt(insert(world.a))).toBe(1)
    expect(await attempt(insert(world.b))).toBe('42501')
    expect(await attempt(insert(world.a, 'version'))).toBe('42501')
    expect(
      await attempt(
        world.db.as(
          sales,
          "update public.products set supplier = 'S' where project_id = $1::uuid returning 1",
          [world.a],
        ),
      ),
    ).toBeGreaterThan(0)
    const finance = world.role['finance admin']
    expect(
      await attempt(
        world.db.as(
          finance,
          "update public.customers set contact = 'C' where project_id = $1::uuid returning 1",
          [world.a],
        ),
      ),
    ).toBeGreaterThan(0)
    expect(
      await attempt(
        world.db.as(
          finance,
          'update public.customers set credit_line = 1 where project_id = $1::uuid returning 1',
          [world.a],
        ),
      ),
    ).toBe('42501')
  })

  it('keep an agent to own rows and a manager to the team', async () => {
    const other = await trade(world, 'b').customer()
    const count = (user: string, table: string) =>
      attempt(world.db.as(user, `select 1 from public.${table}`))
    const all = (table: string) =>
      attempt(world.db.sql(`select 1 from public.${table} where project_id = $1::uuid`, [world.a]))
    expect(await count(world.role.Agent, 'bookings')).toBe(await all('bookings'))
    expect(await count(world.role.Manager, 'bookings')).toBe(await all('bookings'))
    expect(
      await attempt(
        world.db.as(world.role.Agent, 'select 1 from public.customers where id = $1::uuid', [
          other,
        ]),
      ),
    ).toBe(0)
    const t = trade(world)
    const [agent2] = await Promise.all([newAgent()])
    const customer = await t.rpc<{ id: string }>('request_customer', {
      p_customer: { name: 'Of agent 2', agent_id: agent2 },
    })
    expect(
      await attempt(
        world.db.as(world.role.Agent, 'select 1 from public.customers where id = $1::uuid', [
          customer.id,
        ]),
      ),
    ).toBe(0)
    expect(
      await attempt(
        world.db.as(world.role.Manager, 'select 1 from public.customers where id = $1::uuid', [
          customer.id,
        ]),
      ),
    ).toBe(0)
    expect(
      await attempt(
        world.db.as(agent2, 'select 1 from public.customers where id = $1::uuid', [customer.id]),
      ),
    ).toBe(1)
    expect(await count(agent2, 'bookings')).toBe(0)
  })
})

async function newAgent(): Promise<string> {
  const user = randomUUID()
  await world.db.sql('insert into auth.users (id, email) values ($1::uuid, $2)', [
    user,
    `${user}@world.test`,
  ])
  await world.db.rpc(world.admin, 'provision_member', {
    p_project: world.a,
    p_op: randomUUID(),
    p_member: {
      user_id: user,
      email: `${user}@world.test`,
      display_name: 'Agent 2',
      role: 'Agent',
    },
  })
  return user
}
