import { expect, it } from 'vitest'
import { pageFilters, pageOf, readKeyset } from './keyset'
import { BY_PLACE, placeOf } from './place'

const id = '0b1c2d3e-0000-4000-8000-000000000000'
const keyset = (query: string) =>
  readKeyset(`http://localhost/list?${query}`, { ...BY_PLACE, size: 2 })
const filters = (query: string) => pageFilters(keyset(query), placeOf)

it('finds the place of a page, on and back', () => {
  expect(filters(`after=-12.50~isla tuna~${id}`)).toEqual({
    limit: 3,
    after: { n: '-12.50', t: 'isla tuna', id },
  })
  expect(filters(`before=0~~${id}`)).toEqual({ limit: 3, before: { n: '0', t: '', id } })
})

it('takes a broken cursor for the first page, which has none before it', () => {
  const found = [{ place: '1~a', id }]
  for (const query of ['', 'after=x', `after=tuna~${id}`, 'before=0~tuna~7']) {
    expect(filters(query), query).toEqual({ limit: 3 })
    expect(pageOf(found, keyset(query)), query).toEqual({ rows: found, newer: null, older: null })
  }
})
