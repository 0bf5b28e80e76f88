import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testWorld } from '../support/world.ts'
import { TABLES } from './access.ts'
import { filePlaces, wrongFiles } from './files.ts'
import { attempt, fillTables } from './identities.ts'
import { key, wrongReads, wrongWrites } from './matrix.ts'

const world = testWorld()

beforeAll(() => fillTables(world))

describe('files', () => {
  it('are read, put and removed by whom their places say', async () => {
    const places = await filePlaces(world)
    for (const act of ['reads', 'puts', 'removes'] as const)
      expect(await wrongFiles(world, places, act)).toEqual([])
  })
})

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
    for (const table of Object.keys(TABLES)) expect(await wrongReads(world, table)).toEqual([])
  })

  it('show names of colleagues alone', async () => {
    const seen = async (user: string) =>
      (await world.db.as<{ email: string }>(user, 'select email from public.profiles'))
        .map((row) => row.email)
        .sort()
    expect(await seen(world.staffB)).toEqual([
      'b-agent@world.test',
      'b-expenses@world.test',
      'b-second-agent@world.test',
      'b-staff@world.test',
      'both@world.test',
    ])
    expect(await seen(world.role.Collector)).toEqual(['a-collector@world.test'])
    expect(await seen(world.role.Manager)).toEqual(['a-agent@world.test', 'a-manager@world.test'])
    expect(await seen(world.stranger)).toEqual([])
  })

  it('refuse every write that is not declared, and change nothing', async () => {
    for (const table of Object.keys(TABLES)) expect(await wrongWrites(world, table)).toEqual([])
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
})
