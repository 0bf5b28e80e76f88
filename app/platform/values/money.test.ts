import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addMoney,
  formatMoney,
  fromCents,
  isZero,
  money,
  moneyField,
  multiplyMoney,
  parseMoney,
  toCents,
} from './money.ts'

describe('money', () => {
  it('takes what PGlite (text) and JSON (numbers) give', () => {
    expect(money('1234.5')).toBe('1234.50')
    expect(money(0)).toBe('0.00')
    expect(money(-3)).toBe('-3.00')
    expect(money('-0.05')).toBe('-0.05')
    expect(money('12.5000')).toBe('12.50')
    expect(money('007.1')).toBe('7.10')
    expect(money('-0')).toBe('0.00')
    expect(isZero(money('-0'))).toBe(true)
    expect(money('-0.00')).toBe('0.00')
    expect(money(999999999999.99)).toBe('999999999999.99')
  })

  it('shows what a row has instead of an amount, and counts it as nothing', () => {
    for (const odd of ['NaN', 'Infinity', '-Infinity']) {
      expect(formatMoney(money(odd), 'PHP')).toBe('unreadable')
      expect(addMoney(money(odd), money('1.50'))).toBe('1.50')
      expect(multiplyMoney(money(odd), 3)).toBe('0.00')
      expect(isZero(money(odd))).toBe(true)
    }
  })

  it('refuses what float arithmetic leaves behind', () => {
    for (const bad of [0.1 + 0.2, NaN, '', null, undefined, '1e5', '12.345', 'abc']) {
      expect(() => money(bad)).toThrow(RangeError)
    }
  })

  it('formats with thousands and an optional currency', () => {
    expect(formatMoney(money('1234567.5'))).toBe('1,234,567.50')
    expect(formatMoney(money('-1234.5'), 'PHP')).toBe('PHP -1,234.50')
    expect(formatMoney(money('999'))).toBe('999.00')
    expect(formatMoney(money('-999.99'))).toBe('-999.99')
    expect(formatMoney(money('-123456.7'))).toBe('-123,456.70')
  })

  it('reads what staff type', () => {
    expect(parseMoney('₱ 1,234.5')).toBe('1234.50')
    expect(parseMoney('1 234')).toBe('1234.00')
    expect(parseMoney('ten')).toBeNull()
    expect(parseMoney('99999999999999999')).toBeNull()
    expect(moneyField.safeParse('-1').success).toBe(false)
  })

  it('agrees with an integer oracle', () => {
    const cents = fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n })
    fc.assert(
      fc.property(cents, cents, fc.integer({ min: 0, max: 100_000 }), (a, b, quantity) => {
        expect(toCents(fromCents(a))).toBe(a)
        expect(isZero(fromCents(a))).toBe(a === 0n)
        expect(money(fromCents(a))).toBe(fromCents(a))
        expect(toCents(addMoney(fromCents(a), fromCents(b)))).toBe(a + b)
        expect(toCents(multiplyMoney(fromCents(a), quantity))).toBe(a * BigInt(quantity))
        expect(parseMoney(formatMoney(fromCents(a)))).toBe(fromCents(a))
      }),
    )
  })
})
