import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()
const page = readFileSync('docs/field-names.md', 'utf8')
const rows = [...page.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| ?(.*?) ?\|$/gm)]
  .map(([, entity, field, kept, note]) => ({ entity, field, kept: kept!, note: note! }))
  .filter(({ entity }) => entity !== 'Entity' && entity !== '---')

it('the page of field names has a table and column for each field', () => {
  expect(rows.length).toBeGreaterThan(60)
  expect(rows.filter(({ kept }) => !/^`\w+\.\w+`(, `\w+\.\w+`)*$/.test(kept))).toEqual([])
})

it('the database has each table, column and function that the page names', async () => {
  const columns = await fixture.db.sql<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped`,
  )
  const functions = await fixture.db.sql<{ name: string }>(
    "select distinct proname || '()' as name from pg_proc where pronamespace = 'public'::regnamespace",
  )
  const known = new Set([...columns, ...functions].map(({ name }) => name))
  const named = [...page.matchAll(/`(\w+(?:\.\w+|\(\)))`/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter((name) => name !== 'name()' && !known.has(name))).toEqual([])
})
