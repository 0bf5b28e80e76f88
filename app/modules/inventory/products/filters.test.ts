import { describe, expect, it } from 'vitest'
import { readOrder } from '~/platform/db/orders'
import { productOrders, readProductFilters } from './filters'

const list = 'http://localhost/inventory/product-list'

describe('filters of the product list', () => {
  it('are read from the address; what is not known is left out', () => {
    const filters = readProductFilters(
      `${list}?q=+tuna+&category2=Canned&status=removed&below_cost=1`,
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
  })

  it('leave cost out for readers who do not see it', () => {
    const url = `${list}?below_cost=1&sort=-cost`
    const read = (costs: boolean) => ({
      ...readProductFilters(url, costs),
      sort: readOrder(url, productOrders(costs)).sort,
    })
    expect(read(true)).toMatchObject({ below_cost: true, sort: '-cost' })
    expect(read(false)).toMatchObject({ below_cost: false, sort: 'name' })
  })
})
