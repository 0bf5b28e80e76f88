import { describe, expect, it } from 'vitest'
import {
  amountAt,
  eachOf,
  formatEach,
  formatPrice,
  parsePrice,
  price,
  priceField,
  priceOrNull,
} from './price'

const dozen = { caseConfig: 12 }
const byCase = { caseConfig: 12, priceUnit: 'case' as const }

describe('a typed price', () => {
  it.each([
    ['96.25/cs', '96.25/12'],
    ['96.25 / case', '96.25/12'],
    ['1,096.25/CS', '1096.25/12'],
    ['8.5/pc', '8.50'],
    ['8.5 / pieces', '8.50'],
    ['100 / 6', '100.00/6'],
    ['100/6 pc', '100.00/6'],
    ['100', '100.00'],
    ['₱ 1 234.50', '1234.50'],
  ])('"%s" of a case of 12 is %s', (text, canonical) => {
    expect(parsePrice(text, dozen)).toBe(canonical)
  })

  it('means the price unit of the product when it names none', () => {
    expect(parsePrice('96.25', byCase)).toBe('96.25/12')
    expect(parsePrice('8.5/pc', byCase)).toBe('8.50')
    expect(parsePrice('96.25', { caseConfig: 1, priceUnit: 'case' })).toBe('96.25')
  })

  it.each(['', '/cs', 'lots', '100/dozen', '100/0', '100/100001', '100/1.5', '1.005/cs', '5/6/7'])(
    'refuses "%s"',
    (text) => {
      expect(parsePrice(text, dozen)).toBeNull()
      expect(priceField.safeParse(text).success).toBe(false)
    },
  )

  it('is not negative in a form', () => {
    expect(priceField.safeParse('-1/cs').error?.issues[0]?.message).toContain('negative')
    expect(priceField.safeParse('0').success).toBe(true)
  })
})

describe('a shown price', () => {
  it.each([
    ['96.25', 12, '96.25/cs'],
    ['1096.25', 6, '1,096.25/6 pc'],
    ['8.5', 1, '8.50'],
    ['900', 1000, '900.00/1,000 pc'],
  ])('%s for %i pieces is %s, and is read back', (amount, pieces, shown) => {
    expect(formatPrice(price(amount, pieces), dozen)).toBe(shown)
    expect(parsePrice(shown, dozen)).toBe(price(amount, pieces))
  })

  it('says that it is for a piece where a plain one is for a case', () => {
    expect(formatPrice(price('8.5', 1), byCase)).toBe('8.50/pc')
    expect(parsePrice('8.50/pc', byCase)).toBe('8.50')
  })

  it('is a piece to four decimals', () => {
    expect(formatEach(eachOf(price('96.25', 12)))).toBe('8.0208')
    expect(formatEach(eachOf(price('100', 12)))).toBe('8.3333')
    expect(formatEach(eachOf(price('20000.01', 3)))).toBe('6,666.6700')
  })

  it('is nothing when there is none', () => {
    expect(priceOrNull(null, 12)).toBeNull()
  })
})

describe('an amount', () => {
  it.each([
    ['100.00', 12, 12, '100.00'],
    ['100.00', 12, 5, '41.67'],
    ['96.25', 12, 18, '144.38'],
    ['96.25', 12, -18, '-144.38'],
    ['0.05', 10, 7, '0.04'],
    ['8.50', 1, 7, '59.50'],
  ])('at %s for %i, of %i pieces is %s', (amount, pieces, quantity, expected) => {
    expect(amountAt(price(amount, pieces), quantity)).toBe(expected)
  })

  it('is compared per piece to six decimals', () => {
    expect(eachOf(price('96.25', 12))).toBe(8_020_833n)
    expect(eachOf(price('96.00', 12))).toBe(eachOf(price('8.00', 1)))
  })
})
