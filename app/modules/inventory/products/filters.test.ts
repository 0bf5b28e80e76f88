import { describe, expect, it } from 'vitest'
import { readProductFilters } from './filters'

const list = 'http://localhost/inventory/product-list'

describe('filters of the product list', () => {
  it('are read from the address; what is not known is left out', () => {
    const { filters, sort } = readProductFilters(
      `${list}?q=+tuna+&category2=Canned&status=removed&below_cost=1&sort=nonsense`,
      true,
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

  it('leave cost out for readers who do not see it', () => {
    const read = (costs: boolean) => readProductFilters(`${list}?below_cost=1&sort=-cost`, costs)
    expect(read(true)).toMatchObject({ filters: { below_cost: true }, sort: '-cost' })
    expect(read(false)).toMatchObject({ filters: { below_cost: false }, sort: 'name' })
  })
})
