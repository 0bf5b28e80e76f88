import { expect, it } from 'vitest'
import { listPlaceOf, withListPlace } from './list-place.ts'

it('a document keeps its place in the list of its address', () => {
  const place = { list: '/memos?q=a+b&status=pending', at: '2026-01-05~id' }
  const address = withListPlace('/memos/1', place)
  expect(listPlaceOf(new URL(address, 'http://here').searchParams)).toEqual(place)
  expect(withListPlace('/memos/1', null)).toBe('/memos/1')
})

it('only an address of the product is a list', () => {
  for (const list of ['//elsewhere.test/', 'https://elsewhere.test', 'javascript:1', '/\\x', ''])
    expect(listPlaceOf(new URLSearchParams({ list, at: '1' })), list).toBeNull()
  expect(listPlaceOf(new URLSearchParams({ list: '/memos' }))).toBeNull()
})
