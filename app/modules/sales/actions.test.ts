import { describe, expect, it } from 'vitest'
import { canCollect, openBookingActions } from './actions.ts'

const booking = (stage: string, more: object = {}) => ({
  stage,
  dateDelivered: stage === 'delivered' || stage === 'paid' ? '2026-11-21' : null,
  balance: stage === 'paid' ? '0.00' : '10.00',
  onHold: false,
  lines: [{ delivered: 0 }],
  ...more,
})
const desk = ['bookings.validate', 'bookings.write', 'bookings.deliver', 'invoicing.write'] as const

describe('openBookingActions', () => {
  it('offers what the state leaves open', () => {
    expect(openBookingActions(booking('pending'), desk, false)).toEqual(['validate', 'cancel'])
    expect(openBookingActions(booking('validated'), desk, false)).toEqual([
      'invoice',
      'deliver',
      'deliver-part',
      'cancel',
    ])
    expect(openBookingActions(booking('delivered'), desk, false)).toEqual(['invoice'])
    expect(openBookingActions(booking('cancelled'), desk, false)).toEqual([])
    expect(openBookingActions(booking('archived'), desk, false)).toEqual([])
  })

  it('changes no number of a debit memo or an opening balance, which have no lines', () => {
    expect(openBookingActions(booking('delivered', { lines: [] }), desk, false)).toEqual([])
  })

  it('delivers nothing while the warehouse holds the goods', () => {
    expect(openBookingActions(booking('invoiced', { onHold: true }), desk, false)).toEqual([
      'invoice',
      'cancel',
    ])
  })

  it('does not cancel what is partly delivered', () => {
    const partly = booking('invoiced', { lines: [{ delivered: 0 }, { delivered: 3 }] })
    expect(openBookingActions(partly, desk, false)).not.toContain('cancel')
  })

  it('offers an override to those who may, only when the limit is exceeded', () => {
    expect(openBookingActions(booking('pending'), ['bookings.override'], false)).toEqual([])
    expect(openBookingActions(booking('pending'), ['bookings.override'], true)).toEqual([
      'override',
    ])
    expect(openBookingActions(booking('pending'), desk, true)).not.toContain('override')
  })

  it('leaves the validation to another user than who set the credit line', () => {
    expect(openBookingActions(booking('pending'), desk, false, true)).toEqual(['cancel'])
  })

  it('offers nothing without permissions', () => {
    expect(openBookingActions(booking('pending'), ['bookings.read'], true)).toEqual([])
  })
})

describe('canCollect', () => {
  it('needs something owed on a validated booking', () => {
    const stages = ['pending', 'validated', 'invoiced', 'delivered', 'paid', 'cancelled']
    const open = stages.filter((stage) => canCollect(booking(stage), ['collections.record']))
    expect(open).toEqual(['validated', 'invoiced', 'delivered'])
    expect(canCollect(booking('delivered'), ['collections.read'])).toBe(false)
  })
})
