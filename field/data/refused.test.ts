import { expect, it } from 'vitest'
import type { ActFacts } from '~/platform/field/acts'
import { refusedAt, refusedField } from './refused.ts'

const booking = (...lines: ActFacts['booking']['lines']) => ({ customer_id: 'c', lines })
const refusal = (field: string | null) => ({ code: '22023', message: 'No.', field })

it('names a line by its product, past lines that are given free', () => {
  const facts = booking(
    { product_id: 'soap', quantity: 12 },
    { product_id: 'soap', quantity: 1, free_of: 1 },
    { product_id: 'cup', quantity: 2, free_of: 1 },
    { product_id: 'rice', quantity: 5 },
  )
  const at = (field: string | null) => refusedField({ refusal: refusal(field), facts })
  expect(at('lines[0].quantity')).toBe('lines[soap].quantity')
  expect(at('lines[1].quantity')).toBe('lines[soap].free[soap].quantity')
  expect(at('lines[2].product_id')).toBe('lines[soap].free[cup].product_id')
  expect(at('lines[3].discount_amount')).toBe('lines[rice].discount_amount')
  expect(at('lines')).toBe('lines')
  expect(at('lines[4].quantity')).toBe('lines[4].quantity')
  expect(at('remarks')).toBe('remarks')
  expect(at(null)).toBe(null)
})

it('leaves the fields of acts without lines as they are', () => {
  const facts = { booking_id: 'b', reason: 'Late' }
  expect(refusedField({ refusal: refusal('reason'), facts })).toBe('reason')
  expect(refusedField({ refusal: undefined, facts })).toBe(null)
})

it('finds the reason at the field and at what the field is a part of, and nowhere else', () => {
  const refused = { message: 'Too many.', field: 'lines[soap].free[cup].quantity' }
  expect(refusedAt(refused, 'lines[soap]')).toBe('Too many.')
  expect(refusedAt(refused, 'lines[soap].quantity')).toBe(null)
  expect(refusedAt(refused, 'lines[soap].quantity', 'lines[soap].free')).toBe('Too many.')
  expect(refusedAt(refused, 'lines[rice]')).toBe(null)
  expect(refusedAt({ message: 'Not now.', field: null }, 'lines')).toBe(null)
  expect(refusedAt(null, 'lines')).toBe(null)
})
