import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNumber, separatorsOf } from './numbers.ts'

const amount = (text: string, separators?: 'point' | 'comma') =>
  readNumber(text, { decimals: 2, separators })

describe('a typed number', () => {
  it('is read with thousands, the marks of the peso and a sign', () => {
    for (const [text, read] of [
      ['1,234.50', '1234.50'],
      ['₱ 1 234.5', '1234.5'],
      ['PHP 1,234', '1234'],
      ['P1,200.00', '1200.00'],
      ["1'234.50", '1234.50'],
      ['1\u202f234.50', '1234.50'],
      ['.5', '0.5'],
      ['0012', '12'],
      ['(1,234.50)', '-1234.50'],
      ['-₱5', '-5'],
      ['\u22125.00', '-5.00'],
      ['5.00-', '-5.00'],
    ] as const)
      expect([text, amount(text)]).toEqual([text, read])
  })

  it('is never another number: what could be two is none', () => {
    for (const text of ['12,50', '1,5', '1.000', '1,2,3.00', '1 234,50', '1,23,456', '12.345'])
      expect([text, amount(text)]).toEqual([text, null])
    for (const text of [
      '',
      '-',
      '1e5',
      '1E+05',
      '--5',
      '(-5)',
      'USD 100',
      '$5',
      '5 6',
      'ten',
      '５',
    ])
      expect([text, amount(text)]).toEqual([text, null])
    expect(amount(`1${' '.repeat(200_000)}`)).toBeNull()
  })

  it('is read with a comma before the decimals where that is known', () => {
    for (const [text, read] of [
      ['12,50', '12.50'],
      ['1.234,50', '1234.50'],
      ['1 234,50', '1234.50'],
      ['1.000', '1000'],
      ['1.234.567', '1234567'],
    ] as const)
      expect([text, amount(text, 'comma')]).toEqual([text, read])
    expect(amount('1,234.50', 'comma')).toBeNull()
  })

  it('agrees with whole centavos, however it is written', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 13n }),
        fc.constantFrom(
          ['point', ',', '.'],
          ['point', ' ', '.'],
          ['comma', '.', ','],
          ['comma', ' ', ','],
        ),
        (cents, [separators, thousands, point]) => {
          const digits = cents.toString().padStart(3, '0')
          const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, thousands!)
          const text = `${whole}${point}${digits.slice(-2)}`
          const read = amount(text, separators as 'point' | 'comma')
          expect(BigInt(read!.replace('.', ''))).toBe(cents)
        },
      ),
    )
  })
})

describe('a column of numbers', () => {
  it('is decided by the cells that can be written in one way only', () => {
    expect(separatorsOf(['12,50', '1.000'])).toEqual({ separators: 'comma', isOpen: false })
    expect(separatorsOf(['12.50', '1,000', 'n/a'])).toEqual({ separators: 'point', isOpen: false })
    expect(separatorsOf(['100', '1,250'])).toEqual({ separators: 'point', isOpen: false })
    expect(separatorsOf(['0.500', '3'])).toEqual({ separators: 'point', isOpen: false })
    expect(separatorsOf([])).toEqual({ separators: 'point', isOpen: false })
  })

  it('is open where its cells fit both ways, or no single one', () => {
    expect(separatorsOf(['1.000', '250']).isOpen).toBe(true)
    expect(separatorsOf(['12,50', '12.50']).isOpen).toBe(true)
    expect(separatorsOf(['12,50', '1,250']).isOpen).toBe(true)
  })
})
