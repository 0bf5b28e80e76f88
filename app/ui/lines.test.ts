import { describe, expect, it } from 'vitest'
import { readLine, totalOf } from './lines.ts'

const product = { id: 'p', label: 'Patis', caseConfig: 12, prices: {} }

describe('lines', () => {
  it('reads pieces and amount while they are typed', () => {
    expect(readLine({ product, quantity: '3cs+5', price: '20.50' })).toEqual({
      pieces: 41,
      amount: '840.50',
    })
    expect(readLine({ product, quantity: '3cs', price: 'x' })).toEqual({ pieces: 36, amount: null })
    expect(readLine({ product: undefined, quantity: undefined, price: '1' }).amount).toBeNull()
  })

  it('adds up what parses', () => {
    const { amount } = readLine({ product, quantity: '2', price: '1.05' })
    expect(totalOf([amount, null, amount])).toBe('4.20')
    expect(totalOf([])).toBe('0.00')
  })
})
