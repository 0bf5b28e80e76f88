import { describe, expect, it } from 'vitest'
import { price } from '~/platform/values/price'
import type { Product } from './queries.server'
import { productDifferences, valuesOf } from './values'

const product: Product = {
  id: 'id',
  materialCode: 'BEV-1',
  description: 'Juice',
  supplier: null,
  categories: ['Drinks'],
  category1: 'Drinks',
  category2: null,
  category3: null,
  unit: 'pc',
  caseConfig: 12,
  litersPerCase: '0',
  status: 'active',
  priceUnit: 'piece',
  vatClass: 'vatable',
  defCost: price('1234.50', 1),
  defSrp: price('1300.00', 1),
  color: '#2f7fd1',
  srp: price('1300.00', 1),
  available: 0,
  onHand: 0,
  reserved: 0,
  reorderLevel: 24,
  belowReorder: true,
  belowCost: false,
  version: 2,
  createdBy: null,
  createdAt: '',
  modifiedAt: '',
  importId: null,
  mergedInto: null,
}

describe('two editors of a product', () => {
  it('is nothing when they mean the same, however it is typed', () => {
    expect(productDifferences(product, valuesOf(product))).toEqual([])
    const typed = { ...valuesOf(product), def_cost: '1,234.50', supplier: undefined }
    expect(productDifferences(product, typed)).toEqual([])
  })

  it('names every field that differs, and both values', () => {
    const typed = { ...valuesOf(product), def_srp: '1,350', category2: 'Cold', reorder_level: '' }
    expect(productDifferences(product, typed)).toEqual([
      { label: 'Category 2', saved: '', yours: 'Cold' },
      { label: 'Default SRP', saved: '1,300.00', yours: '1,350' },
      { label: 'Reorder level', saved: '24', yours: '' },
    ])
  })
})
