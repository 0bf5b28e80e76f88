import { describe, expect, it } from 'vitest'
import { cellText, oneLine, tidy } from './cells'

describe('cells of a workbook', () => {
  it('are the text that a person sees', () => {
    expect(cellText('00123')).toBe('00123')
    expect(cellText('  Soap \n 100\u00a0g\t')).toBe('Soap 100 g')
    expect(cellText(1.1000000000000001)).toBe('1.1')
    expect(cellText(0.1 + 0.2)).toBe('0.3')
    expect(cellText(4800012345678)).toBe('4800012345678')
    expect(cellText(1e21)).toBe('1000000000000000000000')
    expect(cellText(0.0000001)).toBe('0.0000001')
    expect(cellText(-12.5)).toBe('-12.5')
    expect(cellText(Number.NaN)).toBe('')
    expect(cellText(true)).toBe('TRUE')
    expect(cellText(new Date(Date.UTC(2026, 10, 21)))).toBe('2026-11-21')
    expect(cellText(new Date(Number.NaN))).toBe('')
    expect(cellText(null)).toBe('')
  })
})

describe('tidying', () => {
  it('takes amounts and numbers as people type them', () => {
    expect(tidy('₱ 1,234.5', 'money')).toBe('1234.50')
    expect(tidy('PHP 10', 'money')).toBe('10.00')
    expect(tidy('₱ 1,096.25 / case', 'price')).toBe('1096.25/cs')
    expect(tidy('100 / 12 pcs', 'price')).toBe('100.00/12')
    expect(tidy('8.5/pc', 'price')).toBe('8.50/pc')
    expect(tidy('a lot', 'price')).toBe('a lot')
    expect(tidy('Zero-rated', 'vat')).toBe('zero_rated')
    expect(tidy('1,200', 'whole')).toBe('1200')
    expect(tidy('24.00', 'whole')).toBe('24')
    expect(tidy('1,200.5', 'decimal')).toBe('1200.5')
    expect(tidy('1F6F5C', 'color')).toBe('#1f6f5c')
    expect(tidy('11/21/2026', 'date')).toBe('2026-11-21')
    expect(tidy('21/11/2026', 'date', 'day')).toBe('2026-11-21')
    expect(tidy('5 %', 'percent')).toBe('5')
    expect(tidy('12,5%', 'percent', 'comma')).toBe('12.5')
    expect(tidy('\u2013', 'money')).toBe('0.00')
  })

  it('shows every letter once, and nothing that nobody sees', () => {
    expect(oneLine('N\u0303o\u200bra\ufeff')).toBe('\u00d1ora')
    expect(oneLine("'+63 917 555 0199")).toBe('+63 917 555 0199')
    expect(oneLine("'tis")).toBe("'tis")
  })

  it('leaves what it does not understand, for the error to show it', () => {
    expect(tidy('ten', 'money')).toBe('ten')
    expect(tidy('10.505', 'money')).toBe('10.505')
    expect(tidy('1.5', 'whole')).toBe('1.5')
    expect(tidy('1,2', 'whole')).toBe('1,2')
    expect(tidy('110%', 'percent')).toBe('110%')
    expect(tidy('green', 'color')).toBe('green')
    expect(tidy('2026-02-30', 'date')).toBe('2026-02-30')
  })
})
