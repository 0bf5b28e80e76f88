import { describe, expect, it } from 'vitest'
import { readProductFilters } from './filters'

const list = 'http://localhost/inventory/product-list'

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
})
