import { expect, it } from 'vitest'
import { readYears } from '../../scripts/demo/years/file.ts'
import { type Found, TABLES } from '../../scripts/demo/years/pack.ts'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()

interface Shape {
  name: string
  columns: readonly { name: string; type: string }[]
}

/** Each table with its columns and their types. */
const shapes = (tables: readonly Shape[]) =>
  Object.fromEntries(
    tables.map(({ name, columns }) => [name, columns.map((column) => [column.name, column.type])]),
  )

it('the file of the demo fits the tables; npm run demo:make makes it again', async () => {
  expect(shapes(readYears().header.tables)).toEqual(
    shapes(await fixture.db.sql<Pick<Found, 'name' | 'columns'>>(TABLES)),
  )
})
