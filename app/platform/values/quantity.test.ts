import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatQuantity, parseQuantity, quantityField } from './quantity.ts'

describe('quantity', () => {
  it('shows cases and pieces', () => {
    expect(formatQuantity(41, 12)).toBe('3 cs + 5 pc')
    expect(formatQuantity(36, 12)).toBe('3 cs')
    expect(formatQuantity(5, 12)).toBe('5 pc')
    expect(formatQuantity(0, 12)).toBe('0 pc')
    expect(formatQuantity(1500, 1)).toBe('1,500 pc')
    expect(formatQuantity(-41, 12)).toBe('-(3 cs + 5 pc)')
  })

  it('reads what staff type', () => {
    for (const text of ['3cs+5', '3 cs 5 pc', '3 CS + 5 PCS', '3+5', '41', '41 pc']) {
      expect(parseQuantity(text, 12)).toBe(41)
    }
    expect(parseQuantity('3 cs', 12)).toBe(36)
    expect(parseQuantity('1,200', 12)).toBe(1200)
    for (const text of ['41 pcs', '41PCS', '41 pc']) expect(parseQuantity(text, 12)).toBe(41)
    for (const bad of ['', 'cs', '-3', '1.5', '3 boxes', '9999999999']) {
      expect(parseQuantity(bad, 12)).toBeNull()
    }
  })

  it('reads back what it shows', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.integer({ min: 1, max: 144 }), (pieces, caseConfig) => {
        expect(parseQuantity(formatQuantity(pieces, caseConfig), caseConfig)).toBe(pieces)
      }),
    )
  })

  it('asks for more than zero in forms', () => {
    expect(quantityField.safeParse('0').success).toBe(false)
    expect(quantityField.safeParse('2 cs').success).toBe(true)
  })
})
