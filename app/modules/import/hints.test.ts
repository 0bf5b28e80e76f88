import { expect, it } from 'vitest'
import { hintOf, type ImportDefinition } from './definition.ts'
import { kind as customerChanges } from './kinds/customer_changes.ts'
import { kind as customers } from './kinds/customers.ts'
import { kind as productChanges } from './kinds/product_changes.ts'
import { kind as products } from './kinds/products.ts'

const said = ({ columns }: ImportDefinition, key: string) =>
  hintOf(columns.find((column) => column.key === key)!)

it('says what an empty cell means, where records are added', () => {
  expect(said(products, 'reorder_level')).toBe('in pieces; blank = no alert')
  expect(said(customers, 'credit_line')).toBe('0 = cash only; blank = unlimited')
  expect(said(customers, 'terms_days')).toBe('blank = cash')
})

it('says that an empty cell changes nothing, where records are changed', () => {
  expect(said(productChanges, 'reorder_level')).toBe('in pieces; blank = no change')
  expect(said(customerChanges, 'credit_line')).toBe('0 = cash only; blank = no change')
  expect(said(customerChanges, 'terms_days')).toBe('blank = no change')
  expect(said(productChanges, 'material_code')).not.toContain('blank')
})
