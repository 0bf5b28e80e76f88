import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountInWords, chequeWords, numberInWords } from './amount-in-words.ts'
import { fromCents, money } from './money.ts'

const WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

/** Reads words back by adding and multiplying, which is not how they are made. */
function readWords(text: string): bigint {
  let sum = 0n
  let group = 0n
  for (const word of text.split(/[ -]/)) {
    const scale = ['thousand', 'million', 'billion'].indexOf(word)
    if (word === 'hundred') group *= 100n
    else if (scale >= 0) {
      sum += group * 1000n ** BigInt(scale + 1)
      group = 0n
    } else if (TENS.includes(word)) group += BigInt(TENS.indexOf(word) + 2) * 10n
    else if (WORDS.includes(word)) group += BigInt(WORDS.indexOf(word))
    else throw new Error(`Unknown word ${word}`)
  }
  return sum + group
}

describe('numbers in words', () => {
  it('are read back as the same number', () => {
    const edges = [0n, 1n, 10n, 13n, 20n, 21n, 100n, 101n, 110n, 999n, 1000n, 1001n, 1_000_000n]
    for (const edge of [...edges, 1_000_010_000n, 999_999_999_999n])
      expect(readWords(numberInWords(edge))).toBe(edge)
    fc.assert(
      fc.property(fc.bigInt(0n, 999_999_999_999n), (number) => {
        expect(readWords(numberInWords(number))).toBe(number)
      }),
    )
  })

  it('hyphenate tens and say no group of nothing', () => {
    expect(numberInWords(1234n)).toBe('one thousand two hundred thirty-four')
    expect(numberInWords(40_000_015n)).toBe('forty million fifteen')
    expect(numberInWords(2_000_000_600n)).toBe('two billion six hundred')
  })

  it('end where numeric(14,2) does', () => {
    expect(() => numberInWords(10n ** 12n)).toThrow(RangeError)
    expect(() => numberInWords(-1n)).toThrow(RangeError)
  })
})

describe('amounts in words', () => {
  it('say pesos and centavos', () => {
    expect(amountInWords(money('1234.50'), 'PHP')).toBe(
      'One thousand two hundred thirty-four pesos and fifty centavos',
    )
    expect(amountInWords(money('1.01'), 'PHP')).toBe('One peso and one centavo')
    expect(amountInWords(money('0.05'), 'PHP')).toBe('Five centavos')
    expect(amountInWords(money('0'), 'PHP')).toBe('Zero pesos')
    expect(amountInWords(money('2000000'), 'PHP')).toBe('Two million pesos')
  })

  it('name other currencies', () => {
    expect(amountInWords(money('2.30'), 'USD')).toBe('Two dollars and thirty cents')
    expect(amountInWords(money('2.30'), 'EUR')).toBe('Two EUR and 30/100')
    expect(chequeWords(money('7'), 'EUR')).toBe('SEVEN EUR ONLY')
  })

  it('close a cheque against additions', () => {
    expect(chequeWords(money('1234.50'), 'PHP')).toBe(
      'ONE THOUSAND TWO HUNDRED THIRTY-FOUR PESOS AND 50/100 ONLY',
    )
    expect(chequeWords(money('100'), 'PHP')).toBe('ONE HUNDRED PESOS ONLY')
    expect(chequeWords(money('0.05'), 'PHP')).toBe('ZERO PESOS AND 05/100 ONLY')
  })

  it('hold every centavo', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999_999_999n), (cents) => {
        const [, whole = '', part = '00'] =
          /^(.*?) PESOS?(?: AND (\d\d)\/100)? ONLY$/.exec(chequeWords(fromCents(cents), 'PHP')) ??
          []
        expect(readWords(whole.toLowerCase()) * 100n + BigInt(part)).toBe(cents)
      }),
    )
  })

  it('refuse what no document is about', () => {
    expect(() => amountInWords(money('-1'), 'PHP')).toThrow(RangeError)
    expect(() => chequeWords(money('-1'), 'PHP')).toThrow(RangeError)
  })
})
