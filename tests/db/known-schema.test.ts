import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()

/** The definitions of all views and functions of the schema "known", with the rights to them. */
const definitions = () =>
  fixture.db.sql<{ name: string; text: string }>(
    `select p.oid::regprocedure::text as name,
       pg_get_functiondef(p.oid) || has_function_privilege('authenticated', p.oid, 'execute') as text
     from pg_proc p where p.pronamespace = 'known'::regnamespace
     union all
     select c.relname, pg_get_viewdef(c.oid) || has_table_privilege('authenticated', c.oid, 'select')
     from pg_class c where c.relnamespace = 'known'::regnamespace and c.relkind = 'v'
     order by 1`,
  )

describe('the schema of what was known', () => {
  it('reads no sums of months: they are of what is known now', async () => {
    const sums = await fixture.db.sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'private'::regnamespace and relkind in ('r', 'v')
         and (relname ~ '_(months|days|sums)$' or relname = 'sealed_months')`,
    )
    expect(sums.map(({ name }) => name)).toContain('sealed_months')
    const reads = new RegExp(`\\bprivate\\.(${sums.map(({ name }) => name).join('|')})\\b`)
    const found = await definitions()
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter(({ text }) => reads.test(text)).map(({ name }) => name)).toEqual([])
  })

  it('says of every month that it is not sealed', async () => {
    await fixture.db.sql(
      `insert into private.sealed_months (project_id, month) values ($1::uuid, '2026-01-01')`,
      [fixture.a],
    )
    const months = (schema: string) =>
      fixture.db.sql<{ sealed: boolean }>(
        `select month is not null as sealed from ${schema}.parts_of($1::uuid, '2026-01-01', '2026-01-31')`,
        [fixture.a],
      )
    expect(await months('private')).toEqual([{ sealed: true }])
    expect(await months('known')).toEqual([{ sealed: false }])
    await fixture.db.sql('delete from private.sealed_months')
  })

  it('is made the same at any time', async () => {
    const before = await definitions()
    await fixture.db.sql('select private.make_known()')
    expect(await definitions()).toEqual(before)
  })
})
