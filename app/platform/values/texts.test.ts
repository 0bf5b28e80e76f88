import { describe, expect, it } from 'vitest'
import { parseDiscount } from './discount'
import { parseMoney } from './money'
import { parsePrice } from './price'
import { parseQuantity } from './quantity'
import { between, typedWords, withoutBrackets } from './texts'
import { readDay } from './typed-days'

describe('what was typed', () => {
  it('has single spaces, and none around it', () => {
    expect(typedWords('\t3 cs \u00a0 +\n5 ')).toBe('3 cs + 5')
    expect(typedWords(' '.repeat(200_000))).toBe('')
  })

  it.each([
    `1${' '.repeat(60_000)}x`,
    `0.${'0'.repeat(200_000)}`,
    '9'.repeat(200_000),
    `5%${' '.repeat(200_000)}+`,
    `1/${' '.repeat(200_000)}x`,
    `3cs${' '.repeat(200_000)}x`,
    `1${',000'.repeat(50_000)}`,
  ])('is no value when it is longer than any: %.5s…', (text) => {
    expect(typedWords(text)).toBeNull()
    expect(parseMoney(text)).toBeNull()
    expect(parsePrice(text)).toBeNull()
    expect(parseDiscount(text)).toBeNull()
    expect(parseQuantity(text, 12)).toBeNull()
    expect(readDay(text)).toBeNull()
  })
})

describe('a text', () => {
  it('is split at the first mark and the next other one', () => {
    expect(between('a<b>c<b>d</b>e</b>', '<b>', '</b>')).toEqual({
      before: 'a',
      inside: 'c<b>d',
      after: 'e</b>',
    })
    expect(between('a</b>c<b>d', '<b>', '</b>')).toBeNull()
    expect(between('none', '<b>', '</b>')).toBeNull()
  })

  it('of a header is read without its brackets', () => {
    expect(withoutBrackets('Cost (PHP) now (net)')).toBe('Cost ')
    expect(withoutBrackets('(')).toBe('(')
    expect(withoutBrackets(')x(')).toBe(')x(')
    expect(withoutBrackets('('.repeat(60_000))).toHaveLength(60_000)
  })
})
