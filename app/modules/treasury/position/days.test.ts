import { describe, expect, it } from 'vitest'
import { money } from '~/platform/values/money'
import { DAYS_AHEAD, type ExpectedDay, outlook, sumUp } from './days'

const row = (date: string | null, amountIn: string, amountOut = '0'): ExpectedDay => ({
  date,
  bankId: null,
  in: money(amountIn),
  chequesIn: 1,
  out: money(amountOut),
  chequesOut: 0,
})

describe('outlook', () => {
  it('goes on from day to day to the centavo, over the end of a month', () => {
    const days = outlook('2026-11-29', money('-0.10'), [
      row('2026-11-29', '0.30'),
      row('2026-12-01', '100', '40.05'),
      row('2026-12-01', '0.20'),
      row(null, '5000'),
    ])
    expect(days).toHaveLength(DAYS_AHEAD + 1)
    expect(days.slice(0, 4).map(({ date, expected }) => [date, expected])).toEqual([
      ['2026-11-29', '0.20'],
      ['2026-11-30', '0.20'],
      ['2026-12-01', '60.35'],
      ['2026-12-02', '60.35'],
    ])
    expect(days[2]).toMatchObject({ in: '100.20', out: '40.05', chequesIn: 2 })
    expect(days.at(-1)).toMatchObject({ date: '2026-12-29', expected: '60.35' })
  })
})

describe('sumUp', () => {
  it('returns zeros for no days', () => {
    expect(sumUp([])).toEqual({ in: '0.00', chequesIn: 0, out: '0.00', chequesOut: 0 })
  })
})
