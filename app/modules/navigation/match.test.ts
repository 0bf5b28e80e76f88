import { describe, expect, it } from 'vitest'
import { matchOf } from './match.ts'

describe('the search of the palette', () => {
  it('fits by the beginnings of words, in any order and case, accents or not', () => {
    for (const typed of ['', 'add', 'prod', 'ADD PROD', 'product add', ' pro '])
      expect(matchOf(typed, 'Add product'), typed).toBeGreaterThan(0)
    expect(matchOf('nunez', 'Núñez Trading')).toBeGreaterThan(0)
    for (const typed of ['dd', 'add customer', 'products', 'x'])
      expect(matchOf(typed, 'Add product'), typed).toBe(0)
  })

  it('prefers the name to what it lies under, and its beginning to its middle', () => {
    const first = matchOf('inv', 'Inventory', 'Purchasing')
    const later = matchOf('inv', 'Print invoice', 'Sales')
    const under = matchOf('inv', 'Bookings', 'Invoicing')
    const further = matchOf('inv', 'Statements', 'Customers', 'invoices')
    expect([first > later, later > further, further > under, under > 0]).toEqual(
      Array(4).fill(true),
    )
  })
})
