import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, formatDate } from './dates.ts'
import { orderOf, readDay } from './typed-days.ts'

describe('a typed day', () => {
  it('is read in the ways in which people write it', () => {
    for (const text of [
      '2026-10-05',
      '2026/10/5',
      '10/05/2026',
      '10/5/26',
      '5-Oct-2026',
      '05 Oct 26',
      'October 5 2026',
      'Oct. 5, 2026',
      '5 OCTOBER 2026',
      ' 10/05/2026 ',
    ])
      expect([text, readDay(text)]).toEqual([text, '2026-10-05'])
    expect(readDay('Sept 30, 2026')).toBe('2026-09-30')
    expect(readDay('12/31/99')).toBe('1999-12-31')
  })

  it('is none where it could be another one', () => {
    for (const text of [
      '05.10.2026',
      '13/04/2026',
      '2026-02-30',
      '10/05-2026',
      '2026-10-05T23:30:00Z',
      '10/05/2026 10:00',
      'yesterday',
      'Ma 5 2026',
      '5 Oct',
      '',
      `10/05/2026${' '.repeat(100_000)}x`,
    ])
      expect([text, readDay(text)]).toEqual([text, null])
    expect(readDay('25.10.2026')).toBe('2026-10-25')
  })

  it('is read in the order of its column', () => {
    expect([readDay('05.10.2026', 'day'), readDay('05.10.2026', 'month')]).toEqual([
      '2026-10-05',
      '2026-05-10',
    ])
    expect([readDay('13/04/2026', 'day'), readDay('13/04/2026', 'month')]).toEqual([
      '2026-04-13',
      null,
    ])
    expect(readDay('2026-10-05', 'day')).toBe('2026-10-05')
  })

  it('is what was shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
        const iso = addDays('1950-01-01', days)
        expect([readDay(formatDate(iso)), readDay(iso, 'day')]).toEqual([iso, iso])
      }),
    )
  })
})

describe('a column of days', () => {
  it('has the order that all of its cells fit', () => {
    expect(orderOf(['10/13/2026', '10/05/2026'])).toEqual({
      order: 'month',
      isOpen: false,
      isAmbiguous: true,
    })
    expect(orderOf(['10/05/2026'])).toEqual({ order: 'month', isOpen: false, isAmbiguous: true })
    expect(orderOf(['5/5/2026', '2026-10-05', 'soon'])).toEqual({
      order: 'month',
      isOpen: false,
      isAmbiguous: false,
    })
  })

  it('has to be confirmed where days come first, or no order fits', () => {
    expect(orderOf(['13/04/2026', '03/04/2026'])).toMatchObject({ order: 'day', isOpen: true })
    expect(orderOf(['13/04/2026', '04/13/2026'])).toMatchObject({ order: 'month', isOpen: true })
    expect(orderOf(['05.10.2026', '03.04.26'])).toMatchObject({ order: 'day', isOpen: true })
    expect(orderOf(['05.10.2026', '04/13/2026'])).toMatchObject({ order: 'month', isOpen: true })
    expect(orderOf(['05.05.2026'])).toMatchObject({ order: 'month', isOpen: false })
  })
})
