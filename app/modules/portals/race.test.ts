import { describe, expect, it } from 'vitest'
import { money } from '../../platform/values/money.ts'
import { periodsOf } from './periods.ts'
import { paceOf, raceOf } from './race.ts'

const amounts = {
  '2026-02-01': '0.10',
  '2026-02-02': '0.20',
  '2026-02-28': '-5',
  '2026-03-01': '10',
  '2026-03-03': '20.05',
  '2025-03-03': '7',
  '2025-03-31': '100',
  '2026-01-31': '999',
}

describe('raceOf', () => {
  const race = raceOf(periodsOf('2026-03-03'), amounts)

  it('sums up the month and the same days before, to the centavo', () => {
    expect(race).toMatchObject({
      today: '20.05',
      dayBefore: '0.00',
      month: '30.05',
      lastMonth: '0.30',
      lastYear: '7.00',
      wholeLastMonth: '-4.70',
      wholeLastYear: '107.00',
    })
  })

  it('goes on from day to day until today, and to the end of the others', () => {
    expect(race.sums.map(({ now }) => now).slice(0, 4)).toEqual(['10.00', '10.00', '30.05', null])
    expect(race.sums).toHaveLength(31)
    expect(race.sums[27]).toMatchObject({ lastMonth: '-4.70', lastYear: '7.00' })
    expect(race.sums[30]).toEqual({ day: 31, now: null, lastMonth: null, lastYear: '107.00' })
    expect(race.days[1]).toEqual({ day: 2, now: '0.00', lastMonth: '0.20', lastYear: '0.00' })
  })

  it('knows what was before the first of a month', () => {
    expect(raceOf(periodsOf('2026-02-01'), amounts)).toMatchObject({
      dayBefore: '999.00',
      month: '0.10',
    })
  })
})

describe('paceOf', () => {
  it('meets the target on the last day of its own month', () => {
    const november = paceOf(money('3000'), '2026-11-12')
    expect(november).toHaveLength(30)
    expect([november[0], november[14], november[29]]).toEqual(['100.00', '1500.00', '3000.00'])
    expect(paceOf(money('0.10'), '2028-02-01').at(-1)).toBe('0.10')
    expect(paceOf(money('0.10'), '2028-02-01')).toHaveLength(29)
  })
})
