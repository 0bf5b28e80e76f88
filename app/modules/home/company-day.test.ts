import { expect, it } from 'vitest'
import { money } from '~/platform/values/money'
import { companyDayOf } from './company-day.server'

it('has the cash of each evening, which ends with the cash of today', () => {
  const { cash } = companyDayOf(
    {
      ...{ targets: {}, sales: null, collections: null, ageing: null, overdue: [] },
      cash: {
        ...{ office: money('250.00'), banks: money('1000.50') },
        moved: { '2026-11-30': money('100.25'), '2026-11-28': money('-40.00') },
      },
    },
    { settings: { ageing_buckets: [30], age_by: 'due' } },
    '2026-11-30',
  )
  expect(cash?.byDay).toHaveLength(30)
  expect(cash?.byDay.slice(-4)).toEqual(['1190.25', '1150.25', '1150.25', '1250.50'])
  expect(cash?.byDay[0]).toBe('1190.25')
})
