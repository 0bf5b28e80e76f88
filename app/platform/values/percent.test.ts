import { describe, expect, it } from 'vitest'
import { money } from './money.ts'
import { changeFrom, percentOf } from './percent.ts'

describe('percentOf and changeFrom', () => {
  it('round to one decimal, half away from zero', () => {
    expect(percentOf(money('112.45'), money('100'))).toBe('112.5')
    expect(percentOf(money('-0.05'), money('100'))).toBe('-0.1')
    expect(percentOf(money('-0.04'), money('100'))).toBe('0.0')
    expect(percentOf(money('2'), money('3'))).toBe('66.7')
    expect(percentOf(money('999999999999.99'), money('0.01'))).toBe('9999999999999900.0')
  })

  it('say nothing of nothing', () => {
    expect(percentOf(money('5'), money('0'))).toBeNull()
    expect(changeFrom(money('0'), money('5'))).toBeNull()
    expect(changeFrom(money('-1'), money('5'))).toBeNull()
  })

  it('have a sign', () => {
    expect(changeFrom(money('80'), money('100'))).toBe('+25.0%')
    expect(changeFrom(money('80'), money('80'))).toBe('+0.0%')
    expect(changeFrom(money('80'), money('0'))).toBe('-100.0%')
  })

  it('are multiples from ten times on', () => {
    expect(changeFrom(money('100'), money('999.99'))).toBe('+900.0%')
    expect(changeFrom(money('100'), money('1000'))).toBe('10×')
    expect(changeFrom(money('100'), money('2707.54'))).toBe('27×')
    expect(changeFrom(money('0.01'), money('15.00'))).toBe('1,500×')
  })
})
