import { expect, it } from 'vitest'
import { readYears } from '../../scripts/demo/years/file.ts'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()

interface Column {
  column: string
  type: string
  required: boolean
}

/** Columns of all tables with a company's rows; a required one has to be in each row that is written. */
const COLUMNS = `
  select format('%I.%I.%I', n.nspname, c.relname, a.attname) as column, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull and not a.atthasdef and a.attidentity = '' as required
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and n.nspname in ('public', 'private')`

it('the file of the demo fits the tables; npm run demo:make makes it again', async () => {
  const known = new Map(
    (await fixture.db.sql<Column & Record<string, unknown>>(COLUMNS)).map((each) => [
      each.column,
      each,
    ]),
  )
  const { tables } = readYears().header
  const inFile = tables.flatMap(({ name, columns }) =>
    columns.map((column) => ({ column: `${name}.${column.name}`, type: column.type })),
  )
  expect(inFile.length).toBeGreaterThan(400)
  expect(inFile.filter(({ column, type }) => known.get(column)?.type !== type)).toEqual([])
  // A column that is newer than the file is empty in its rows, or has its default.
  const named = new Set(inFile.map(({ column }) => column))
  const filled = new Set(tables.map(({ name }) => `${name}.`))
  const lacking = [...known.values()].filter(
    ({ column, required }) =>
      required && !named.has(column) && filled.has(column.slice(0, column.lastIndexOf('.') + 1)),
  )
  expect(lacking).toEqual([])
})
