import { expect, it } from 'vitest'
import { toCents } from './money'
import { categoriesOfTrade, productsOfTrade, TRADES } from './trades.server'

it.each(TRADES)(
  '$label begins with products of its own categories, sold above their cost',
  (trade) => {
    const names = trade.products.map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(trade.products.map(([, category]) => category))).toEqual(
      new Set(trade.categories),
    )
    for (const [name, , pieces, cost, srp] of trade.products) {
      expect([name, Number.isInteger(pieces) && pieces > 0]).toEqual([name, true])
      expect([name, toCents(cost as never) < toCents(srp as never)]).toEqual([name, true])
    }
    const [head, ...rows] = productsOfTrade(trade.value)!.split('\n')
    expect(head!.split('\t').length).toBe(6)
    expect(rows.every((row) => row.split('\t').length === 6)).toBe(true)
    expect(rows.length).toBe(trade.products.length)
    expect(categoriesOfTrade(trade.value)).toEqual(trade.categories)
  },
)

it('knows no other trade', () => {
  expect(productsOfTrade('no-such-trade')).toBeNull()
  expect(productsOfTrade(null)).toBeNull()
  expect(categoriesOfTrade(undefined)).toEqual([])
})
