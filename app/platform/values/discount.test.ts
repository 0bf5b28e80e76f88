import { describe, expect, it } from 'vitest'
import { formatDiscount, netAmountAt, parseDiscount } from './discount.ts'
import { money } from './money.ts'
import { price } from './price.ts'

describe('a discount', () => {
  it.each([
    ['', '0', '0.00', ''],
    ['5%', '5', '0.00', '5%'],
    ['7.25 %', '7.25', '0.00', '7.25%'],
    ['50', '0', '50.00', '50.00'],
    ['5% + 1,250.5', '5', '1250.50', '5% + 1,250.50'],
    ['5% 50', '5', '50.00', '5% + 50.00'],
    ['100%', '100', '0.00', '100%'],
  ])('reads %s', (typed, percent, amount, written) => {
    const read = parseDiscount(typed)!
    expect(read).toEqual({ percent, amount })
    expect(formatDiscount(read)).toBe(written)
  })

  it.each([
    ...['101%', '5.125%', 'five', '1.005', '5%%', '%', '+50', '5% ++50'],
    // A sign is never lost.
    ...[
      '-50',
      '\u221250',
      '(50)',
      '50-',
      '-5%',
      '\u22125%',
      '5% - 50',
      '5% -50',
      '5% + -50',
      '-5% + 50',
    ],
  ])('refuses %s', (typed) => {
    expect(parseDiscount(typed)).toBeNull()
  })

  it.each([
    // 96.25 × 25 ÷ 12 = 200.520833…; less 5 % 190.494791…; less 10.00 180.494791…
    ['96.25', 12, 25, '5% + 10', '180.49'],
    // 8.01 × 3 = 24.03; half of it 12.015
    ['8.01', 1, 3, '50%', '12.02'],
    ['100.00', 12, 12, '', '100.00'],
    ['10.00', 1, 10, '100%', '0.00'],
  ])(
    'leaves of %s for %i pieces, %i of them, less %s: %s',
    (amount, pieces, quantity, typed, net) => {
      expect(netAmountAt(price(money(amount), pieces), quantity, parseDiscount(typed)!)).toBe(net)
    },
  )
})
