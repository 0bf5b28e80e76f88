import { describe, expect, it } from 'vitest'
import { readKeyset } from '~/platform/keyset'
import { placeOf, readProductFilters } from './filters'

const list = 'http://localhost/inventory/product-list'
const id = '0b1c2d3e-0000-4000-8000-000000000000'
const place = (query: string) => placeOf(readKeyset(`${list}?${query}`, { by: 'place' }))

describe('filters of the product list', () => {
  it('are read from the address; what is not known is left out', () => {
    const { filters, sort } = readProductFilters(
      `${list}?q=+tuna+&category2=Canned&status=removed&below_cost=1&sort=nonsense`,
    )
    expect(filters).toEqual({
      search: 'tuna',
      category1: null,
      category2: 'Canned',
      category3: null,
      status: null,
      below_cost: true,
      below_reorder: false,
    })
    expect(sort).toBe('name')
  })

  it('find the place of a page, on and back', () => {
    expect(place(`after=-12.50~isla tuna~${id}`)).toEqual({
      after: { n: '-12.50', t: 'isla tuna', id },
    })
    expect(place(`before=0~~${id}`)).toEqual({ before: { n: '0', t: '', id } })
  })

  it('take a broken cursor for the first page', () => {
    for (const query of ['', 'after=x', `after=tuna~${id}`, 'after=0~tuna~7'])
      expect(place(query), query).toEqual({})
  })
})
