import { describe, expect, it } from 'vitest'
import { price } from '~/platform/values/price'
import { changeOf, readPrices } from './prices'

describe('a change of price', () => {
  it.each([
    ['100.00', '104.25', '+4.3%'],
    ['100.00', '95.75', '-4.3%'],
    ['3.00', '4.00', '+33.3%'],
    ['1000.00', '1000.01', '+<0.1%'],
    ['12.00', '24.00', '+100.0%'],
  ])('from %s to %s is %s', (was, is, change) => {
    expect(changeOf(price(was, 1), price(is, 1))).toBe(change)
  })

  it('is nothing between equals, from nothing and against nothing', () => {
    expect(changeOf(price('60.00', 12), price('5', 1))).toBeNull()
    expect(changeOf(price('0.00', 1), price('5.00', 1))).toBeNull()
    expect(changeOf(null, price('5.00', 1))).toBeNull()
  })
})

describe('the prices of a line', () => {
  const product = { liveSrp: price('12.00', 1), last: null, caseConfig: 12 }
  const below = (cost: string, srp: string) => readPrices(product, { cost, srp }).below

  it('warn of selling under cost, by the new SRP or else the live one', () => {
    expect(below('10', '9.99')).toBe('new')
    expect(below('10', '10')).toBeNull()
    expect(below('96.25/cs', '8.02')).toBe('new')
    expect(below('96.25/cs', '8.03')).toBeNull()
    expect(below('13', '')).toBe('live')
    expect(below('13', '14')).toBeNull()
    expect(below('lots', '1')).toBeNull()
  })
})
