import { describe, expect, it } from 'vitest'
import { cashOf, denominationPieces, sumsOf, varianceOf, varianceWord } from './cash-count'
import { denominationsOf, denominationText } from './denominations'
import { money } from './money'

describe('a cash count', () => {
  it('adds pieces up to the centavo', () => {
    const lines = [
      { value: money('1000'), pieces: 3 },
      { value: money('0.25'), pieces: 7 },
      { value: money('0.01'), pieces: 4 },
    ]
    expect(cashOf(lines)).toBe('3001.79')
    expect(cashOf([])).toBe('0.00')
  })

  it('reads whole pieces alone', () => {
    expect([' 12 ', '', undefined, '1.5', '-2', 'x', '1234567'].map(denominationPieces)).toEqual([
      12, 0, 0, 0, 0, 0, 0,
    ])
  })

  it('says which way it is off', () => {
    const off = (counted: string) => {
      const variance = varianceOf(money('100.00'), money(counted))
      return [variance, varianceWord(variance)]
    }
    expect(off('99.95')).toEqual(['-0.05', 'Cash shortage'])
    expect(off('100.05')).toEqual(['0.05', 'Cash overage'])
    expect(off('100')).toEqual(['0.00', null])
  })

  it('keeps cash, cheques and papers apart', () => {
    const of = (type: string, amount: string) => ({ type, amount: money(amount) })
    expect(
      sumsOf([of('cash', '1'), of('cash', '2'), of('cheque', '5'), of('withholding', '0.5')]),
    ).toEqual({ cash: '3.00', cheques: '5.00', others: '0.50' })
  })
})

describe('denominations', () => {
  it('go down without a double, in any currency', () => {
    for (const currency of ['PHP', 'USD']) {
      const values = denominationsOf(currency).map(Number)
      expect(values).toEqual([...new Set(values)].sort((a, b) => b - a))
    }
  })

  it('read as they are printed', () => {
    expect(['1000', '20', '0.25', '0.10'].map((value) => denominationText(money(value)))).toEqual([
      '1,000',
      '20',
      '0.25',
      '0.10',
    ])
  })
})
