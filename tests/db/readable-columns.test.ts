import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { ask, type Probe } from '../support/probe.ts'
import { COLUMNS, declaredColumns } from './access-columns.ts'
import { TABLES } from './access-tables.ts'
import { fillTables, identities } from './identities.ts'
import { key } from './matrix.ts'
import { rowsFor } from './reach.ts'

const fixture = testFixture()

beforeAll(() => fillTables(fixture))

describe('columns', () => {
  it('are declared, each of each table and view, as readable or not', async () => {
    const found = await fixture.db.sql<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0 and not a.attisdropped`,
    )
    const declared = Object.keys(COLUMNS).flatMap((table) => {
      const { open, closed } = declaredColumns(table)
      return [...open, ...closed].map((column) => `${table}.${column}`)
    })
    expect(found.map((row) => row.name).sort()).toEqual(declared.sort())
  })

  it('answer each role in the rows that it reads, and refuse when they are closed', async () => {
    const wrong: string[] = []
    for (const table of Object.keys(TABLES)) wrong.push(...(await wrongColumns(table)))
    expect(wrong).toEqual([])
  }, 240_000)

  it('cannot be filtered, sorted, grouped, returned or read with the whole row where they are closed', async () => {
    const wrong: string[] = []
    for (const table of Object.keys(COLUMNS)) {
      const { closed } = declaredColumns(table)
      const cells = closed.flatMap((column) =>
        [
          `select count(*) from public.${table} where ${column} is not null`,
          `select 1 from public.${table} order by ${column} limit 1`,
          `select count(*) from (select 1 from public.${table} group by ${column}) g`,
          `select max(${column}::text) from public.${table}`,
          `select to_jsonb(t) from public.${table} t limit 1`,
          `select t.* from public.${table} t limit 1`,
          `with u as (update public.${table} set ${key(table)} = ${key(table)} where false returning ${column}) select count(*) from u`,
        ].map((text) => ({ text, who: fixture.both })),
      )
      const answers = await ask(fixture.db, cells)
      for (const [n, { text }] of cells.entries())
        if (answers[n] !== '42501') wrong.push(`${text}: ${answers[n]}`)
    }
    expect(wrong).toEqual([])
  })
})

/** The roles that read other values of a column than declared, in their own and the other project. */
async function wrongColumns(table: string): Promise<string[]> {
  const { open, closed } = declaredColumns(table)
  const own = table === 'profiles' ? 't.user_id = $2::uuid' : `t.${key(table)} = $1::uuid`
  const counts = (columns: string[], where: string) =>
    `select concat_ws(' ', ${columns.map((column) => `count(t.${column})`).join(', ')})
     from public.${table} t where ${where}`
  const cells = identities(fixture).flatMap((who) =>
    (['a', 'b'] as const).flatMap((project) => {
      const params = [fixture[project], who.user]
      const name = `${who.name} reads ${table} of ${project}`
      const reach =
        table === 'profiles'
          ? "t.status = 'active'"
          : rowsFor(table, TABLES[table]!, who, who[project])
      const declared: Probe = {
        who: 'owner',
        text: counts(open, `${own} and (${reach})`),
        params,
      }
      return [
        { name, probe: { who: who.user, text: counts(open, own), params }, declared },
        ...closed.map((column) => ({
          name: `${name}, ${column}`,
          probe: { who: who.user, text: counts([column], own), params },
          declared: null,
        })),
      ]
    }),
  )
  const answers = await ask(
    fixture.db,
    cells.flatMap(({ probe, declared }) => [probe, declared ?? probe]),
  )
  return cells.flatMap(({ name, probe, declared }, n) => {
    const should = declared && probe.who ? answers[2 * n + 1] : '42501'
    return answers[2 * n] === should ? [] : [`${name}: ${answers[2 * n]}, expected ${should}`]
  })
}
