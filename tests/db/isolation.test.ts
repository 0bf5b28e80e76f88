import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { TABLES } from './access-tables.ts'
import { filePlaces, wrongFiles } from './files.ts'
import { attemptAs, fillTables } from './identities.ts'
import { key, OF_PEOPLE, wrongReads, wrongWrites } from './matrix.ts'

const fixture = testFixture()

beforeAll(() => fillTables(fixture))

describe('files', () => {
  it('are read, put and removed by whom their places say', async () => {
    const objects = await filePlaces(fixture)
    for (const action of ['reads', 'puts', 'removes'] as const)
      expect(await wrongFiles(fixture, objects, action)).toEqual([])
  })
})

describe('tables', () => {
  it('are declared, each of them, and hold rows of both projects', async () => {
    const tables = await fixture.db.sql<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    expect(tables.map((row) => row.name).sort()).toEqual(Object.keys(TABLES).sort())
    for (const table of Object.keys(TABLES).filter((name) => !OF_PEOPLE.includes(name)))
      for (const project of [fixture.a, fixture.b])
        expect(
          await fixture.db.sql(
            `select 1 from public.${table} where ${key(table)} = $1::uuid limit 1`,
            [project],
          ),
          `${table} has a row of each project`,
        ).toHaveLength(1)
  })

  it('show each person the rows of the role and nothing of another project', async () => {
    for (const table of Object.keys(TABLES)) expect(await wrongReads(fixture, table)).toEqual([])
  })

  it('show names of colleagues alone', async () => {
    const seen = async (user: string) =>
      (await fixture.db.as<{ email: string }>(user, 'select email from public.profiles'))
        .map((row) => row.email)
        .sort()
    expect(await seen(fixture.staffB)).toEqual([
      'b-agent@fixture.test',
      'b-expenses@fixture.test',
      'b-finance@fixture.test',
      'b-second-agent@fixture.test',
      'b-staff@fixture.test',
      'both@fixture.test',
    ])
    expect(await seen(fixture.role.Collector)).toEqual(['a-collector@fixture.test'])
    expect(await seen(fixture.role.Manager)).toEqual([
      'a-agent@fixture.test',
      'a-manager@fixture.test',
    ])
    expect(await seen(fixture.stranger)).toEqual([])
  })

  it('refuse every write that is not declared, and change nothing', async () => {
    for (const table of Object.keys(TABLES)) expect(await wrongWrites(fixture, table)).toEqual([])
  }, 240_000)

  it('let declared writers write, in their own project, the granted columns alone', async () => {
    const sales = fixture.role['sales admin']
    const insert = (project: string, column = '') =>
      fixture.db.as(
        sales,
        `insert into public.products (project_id, description, material_code${column && `, ${column}`}) values ($1::uuid, 'New', $2${column && ', 9'}) returning 1`,
        [project, randomUUID()],
      )
    expect(await attemptAs(insert(fixture.a))).toBe(1)
    expect(await attemptAs(insert(fixture.b))).toBe('42501')
    expect(await attemptAs(insert(fixture.a, 'version'))).toBe('42501')
    expect(
      await attemptAs(
        fixture.db.as(
          sales,
          "update public.products set supplier = 'S' where project_id = $1::uuid returning 1",
          [fixture.a],
        ),
      ),
    ).toBeGreaterThan(0)
    const finance = fixture.role['finance admin']
    expect(
      await attemptAs(
        fixture.db.as(
          finance,
          "update public.customers set contact = 'C' where project_id = $1::uuid returning 1",
          [fixture.a],
        ),
      ),
    ).toBeGreaterThan(0)
    expect(
      await attemptAs(
        fixture.db.as(
          finance,
          'update public.customers set credit_line = 1 where project_id = $1::uuid returning 1',
          [fixture.a],
        ),
      ),
    ).toBe('42501')
  })
})

describe('a row of another company', () => {
  it('is refused before anything is said of that company', async () => {
    await fixture.db.sql(
      `update public.projects set product_categories1 = '{Secret Goods}' where id = $1::uuid`,
      [fixture.a],
    )
    await fixture.db.sql(
      `insert into public.suppliers (project_id, name) values ($1::uuid, 'Secretive Mills')`,
      [fixture.a],
    )
    const add = (user: string, fields: object) =>
      fixture.db.as(
        user,
        `insert into public.products (project_id, description, ${Object.keys(fields).join(', ')})
         values ($1::uuid, 'Any', ${Object.keys(fields)
           .map((_, at) => `$${at + 2}`)
           .join(', ')})`,
        [fixture.a, ...Object.values(fields)],
      )
    const rows = [{ category1: 'secret goods' }, { supplier: 'Secr' }]
    await expect(add(fixture.role['special access 1'], rows[0]!)).rejects.toThrow(/Secret Goods/)
    for (const fields of rows)
      for (const stranger of [fixture.staffB, fixture.stranger, fixture.role.Agent])
        await expect(add(stranger, fields)).rejects.toMatchObject({
          code: '42501',
          message: 'new row violates row-level security policy for table "products"',
        })
  })

  it('is refused first by every table that people write without a command', async () => {
    const first = await fixture.db.sql<{ table: string; first: string }>(
      `select c.relname as table, (select min(t.tgname) from pg_trigger t
         where t.tgrelid = c.oid and not t.tgisinternal and t.tgtype & 6 = 6) as first
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and has_any_column_privilege('authenticated', c.oid, 'insert') order by 1`,
    )
    expect(first.length).toBeGreaterThan(5)
    expect(first.filter((row) => row.first !== 'authorize')).toEqual([])
  })
})
