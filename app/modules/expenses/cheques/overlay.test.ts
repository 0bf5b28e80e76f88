import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitLines } from '~/platform/papers/placed.ts'
import { chequeWords } from '~/platform/values/amount-in-words.ts'
import { formatMoney, fromCents, money } from '~/platform/values/money.ts'
import { STANDARD_LAYOUT as layout } from './layout.ts'
import { CHEQUE, printsOf } from './overlay.ts'

const facts = {
  payee: 'Pasig Realty Corp.',
  amount: money('1234.50'),
  currency: 'PHP',
  date: '2026-11-03',
}
const prints = (changes: Partial<typeof facts> = {}, moved: Partial<typeof layout> = {}) =>
  printsOf({ ...facts, ...changes }, { ...layout, ...moved })
const texts = (list: ReturnType<typeof prints>, key: string) =>
  list.filter((print) => print.key.startsWith(key)).map(({ text }) => text)

describe('the print on a cheque', () => {
  it('says date, payee, figures and words', () => {
    expect(texts(prints(), 'date').join('')).toBe('11032026')
    expect(texts(prints(), 'payee')).toEqual(['**Pasig Realty Corp.**'])
    expect(texts(prints(), 'figures')).toEqual(['**1,234.50**'])
    expect(texts(prints(), 'words')).toEqual([
      'ONE THOUSAND TWO HUNDRED THIRTY-FOUR PESOS AND 50/100 ONLY',
    ])
  })

  it('puts each digit of the date into its box, with a gap after month and day', () => {
    const digits = prints({}, { date_x: 100, date_pitch: 5, date_gap: 2 }).filter(({ key }) =>
      key.startsWith('date'),
    )
    expect(digits.map(({ x }) => x)).toEqual([100, 105, 112, 117, 124, 129, 134, 139])
  })

  it('makes the letters smaller rather than leave a line', () => {
    const [long] = prints({ payee: 'A'.repeat(90) }).filter(({ key }) => key === 'payee')
    expect(long!.length).toBeLessThanOrEqual(layout.payee_width + 0.01)
    expect(long!.size).toBeLessThan(layout.letter_height)
    const { lines, size } = fitLines(chequeWords(money('777777777777.77'), 'PHP'), 60, 4.2)
    expect(lines).toHaveLength(2)
    expect(size).toBeLessThan(4.2)
  })

  it('stays on the cheque, and loses no word, whatever the amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 99_999_999_999_999n),
        fc.stringMatching(/^[A-Z .]{1,200}$/),
        (cents, payee) => {
          const list = prints({ amount: fromCents(cents), payee })
          for (const { x, y, length, size, anchor } of list) {
            expect(x + (anchor ? length / 2 : length)).toBeLessThanOrEqual(CHEQUE.width)
            expect(y).toBeLessThanOrEqual(CHEQUE.height)
            expect(size).toBeGreaterThan(0)
          }
          expect(texts(list, 'words').join(' ')).toBe(chequeWords(fromCents(cents), 'PHP'))
          expect(texts(list, 'figures')).toEqual([`**${formatMoney(fromCents(cents))}**`])
        },
      ),
      { numRuns: 300 },
    )
  })
})
