import { describe, expect, it } from 'vitest'
import type { ReportColumn, ReportRow, ReportView } from './definition.ts'
import { report as expenses } from './expenses/definition.ts'
import { report as inventory } from './inventory/definition.ts'
import { report as purchase } from './purchase/definition.ts'
import { report as sales } from './sales/definition.ts'

/** The links of a row without categories, by column: the filters that they ask for. */
function linksOf(of: typeof sales, level: string, row: ReportRow, filters = {}) {
  const view = {
    ...{ level, filters, heads: [], settings: {}, permissions: ['costs.read', 'stock.read'] },
  } as unknown as ReportView
  const { columns } = of
  const shown: readonly ReportColumn[] = columns instanceof Function ? columns(view) : columns
  return shown.flatMap(({ link }) => {
    const to = link?.({ level, ...row }, view)
    return to?.startsWith('?') ? [Object.fromEntries(new URLSearchParams(to))] : []
  })
}

describe('a row without a category leads to what it sums', () => {
  it('in sales', () => {
    const links = linksOf(sales, 'item', { item: null, bookings: 3 }, { items: 'category2' })
    expect(links).toContainEqual({ items: 'product', level: 'item', category2: '(none)' })
    expect(links).toContainEqual({ items: 'category2', level: 'line', category2: '(none)' })
  })

  it('in inventory, below the category above it', () => {
    expect(linksOf(inventory, 'category1', { category1: null })).toContainEqual({
      ...{ level: 'category2', category1: '(none)' },
    })
    expect(
      linksOf(inventory, 'category3', { category1: 'Drinks', category2: null, category3: null }),
    ).toContainEqual({
      ...{ level: 'product', category1: 'Drinks', category2: '(none)', category3: '(none)' },
    })
  })

  it('in purchases', () => {
    expect(linksOf(purchase, 'category', { category1: null, lines: 2 })).toContainEqual({
      ...{ level: 'line', category1: '(none)' },
    })
  })

  it('in expenses', () => {
    expect(linksOf(expenses, 'category', { category: null, lines: 2 })).toEqual([
      { level: 'classification', category: '(none)' },
      { level: 'line', category: '(none)' },
    ])
    expect(
      linksOf(expenses, 'classification', { category: null, classification: 'Fuel', lines: 2 }),
    ).toEqual([{ level: 'line', category: '(none)', classification: 'Fuel' }])
  })
})
