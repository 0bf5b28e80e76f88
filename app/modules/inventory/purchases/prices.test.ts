import { describe, expect, it } from 'vitest'
import { money } from '~/platform/values/money'
import { changeOf, readPrices } from './prices'

describe('a change of price', () => {
  it.each([
    ['100.00', '104.25', '+4.3%'],
    ['100.00', '95.75', '−4.3%'],
    ['3.00', '4.00', '+33.3%'],
    ['1000.00', '1000.01', '+<0.1%'],
    ['12.00', '24.00', '+100.0%'],
  ])('from %s to %s is %s', (was, is, change) => {
    expect(changeOf(money(was), money(is))).toBe(change)
  })

  it('is nothing between equals, from nothing and against nothing', () => {
    expect(changeOf(money('5.00'), money('5'))).toBeNull()
    expect(changeOf(money('0.00'), money('5.00'))).toBeNull()
    expect(changeOf(null, money('5.00'))).toBeNull()
  })
})

describe('the prices of a line', () => {
  const product = { liveSrp: money('12.00'), last: null }
  const below = (cost: string, srp: string) => readPrices(product, { cost, srp }).below

  it('warn of selling under cost, by the new SRP or else the live one', () => {
    expect(below('10', '9.99')).toBe('new')
    expect(below('10', '10')).toBeNull()
    expect(below('13', '')).toBe('live')
    expect(below('13', '14')).toBeNull()
    expect(below('lots', '1')).toBeNull()
  })
})
