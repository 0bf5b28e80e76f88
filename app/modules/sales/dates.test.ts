import { describe, expect, it } from 'vitest'
import { correctableDates } from './dates.ts'

const booking = {
  stage: 'delivered',
  dateAdded: '2026-11-02',
  dateInvoiced: null,
  dateDelivered: '2026-11-05',
}
const names = (...args: Parameters<typeof correctableDates>) =>
  correctableDates(...args).dates.map(({ name }) => name)

describe('correctableDates', () => {
  it('has the dates that are set, each for whose step it is', () => {
    expect(names(booking, ['bookings.validate', 'invoicing.write', 'bookings.deliver'])).toEqual([
      'date_added',
      'date_delivered',
    ])
    expect(names(booking, ['bookings.deliver'])).toEqual(['date_delivered'])
    expect(names(booking, ['bookings.write'])).toEqual([])
  })

  it('has each day of a delivery in parts, also before the last part', () => {
    const days = ['2026-11-04', '2026-11-05']
    const all = ['bookings.validate', 'bookings.deliver'] as const
    expect(names(booking, all, days)).toEqual(['date_added'])
    expect(correctableDates(booking, all, days).deliveries).toEqual(days)
    expect(correctableDates(booking, ['bookings.validate'], days).deliveries).toEqual([])
    const open = { ...booking, stage: 'validated', dateDelivered: null }
    expect(correctableDates(open, all, ['2026-11-04']).deliveries).toEqual(['2026-11-04'])
    expect(correctableDates(booking, all, ['2026-11-05']).deliveries).toEqual([])
  })

  it('has none of a cancelled booking', () => {
    expect(names({ ...booking, stage: 'cancelled' }, ['bookings.validate'])).toEqual([])
  })
})
