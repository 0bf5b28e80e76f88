import { describe, expect, it } from 'vitest'
import { correctableDates } from './dates.ts'

const booking = {
  stage: 'delivered',
  dateAdded: '2026-11-02',
  dateInvoiced: null,
  dateDelivered: '2026-11-05',
}
const names = (...args: Parameters<typeof correctableDates>) =>
  correctableDates(...args).map(({ name }) => name)

describe('correctableDates', () => {
  it('has the dates that are set, each for whose step it is', () => {
    expect(names(booking, ['bookings.validate', 'invoicing.write', 'bookings.deliver'])).toEqual([
      'date_added',
      'date_delivered',
    ])
    expect(names(booking, ['bookings.deliver'])).toEqual(['date_delivered'])
    expect(names(booking, ['bookings.write'])).toEqual([])
  })

  it('has none of a cancelled booking', () => {
    expect(names({ ...booking, stage: 'cancelled' }, ['bookings.validate'])).toEqual([])
  })
})
