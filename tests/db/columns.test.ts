import { beforeAll, describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'
import { TABLES } from './access-tables.ts'
import { attemptAs, fillTables } from './identities.ts'

const fixture = testFixture()
const MASTERS = Object.entries(TABLES).filter(([, access]) => access.update)

beforeAll(() => fillTables(fixture))

/** Columns of a table, and which of them the API roles may write. */
async function columns(table: string, verb: 'INSERT' | 'UPDATE') {
  const rows = await fixture.db.sql<{ name: string; granted: boolean }>(
    `select c.column_name::text as name, has_column_privilege('authenticated', 'public.' || $1, c.column_name::text, $2) as granted
     from information_schema.columns c where c.table_schema = 'public' and c.table_name = $1 and c.is_generated = 'NEVER'`,
    [table, verb],
  )
  return {
    open: rows.filter((row) => row.granted).map((row) => row.name),
    closed: rows.filter((row) => !row.granted).map((row) => row.name),
  }
}

describe('columns of master data', () => {
  it('are there to be tried', () => {
    expect(MASTERS.length).toBeGreaterThan(0)
  })

  it.each(MASTERS)(
    'that are not listed for %s are refused to users who may write the others',
    async (table) => {
      const { open, closed } = await columns(table, 'UPDATE')
      expect(open.length).toBeGreaterThan(0)
      for (const always of ['id', 'project_id', 'version', 'created_at'])
        expect(closed).toContain(always)
      const user = fixture.role['special access 1']
      for (const column of closed)
        expect(
          await attemptAs(
            fixture.db.as(
              user,
              `update public.${table} set ${column} = ${column} where project_id = $1::uuid`,
              [fixture.a],
            ),
          ),
          column,
        ).toBe('42501')
    },
  )

  it.each(MASTERS)('cannot be given at the insert into %s either', async (table) => {
    const { closed } = await columns(table, 'INSERT')
    const user = fixture.role['special access 1']
    for (const column of closed)
      expect(
        await attemptAs(
          fixture.db.as(user, `insert into public.${table} (${column}) values (default)`),
        ),
        column,
      ).toBe('42501')
  })

  it.each(MASTERS)(
    'that no two rows of %s share are named by their unique index',
    async (table) => {
      // The hint of a used name has its column from there: PostgreSQL shows the key to nobody (refused-values.ts).
      const wrong = await fixture.db.sql(
        `select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
       where i.indrelid = ('public.' || $1)::regclass and i.indisunique and not i.indisprimary
         and not exists (select from pg_attribute a where a.attrelid = i.indrelid and a.attnum > 0
           and c.relname = $1 || '_' || a.attname || '_key')`,
        [table],
      )
      expect(wrong).toEqual([])
    },
  )

  it('about money, ownership or state of customers are changed by commands only', async () => {
    const { closed } = await columns('customers', 'UPDATE')
    expect(closed).toEqual(
      expect.arrayContaining([
        'credit_line',
        'terms_days',
        'agent_id',
        'approval_status',
        'tin_no',
      ]),
    )
  })
})
