import { describe, expect, it } from 'vitest'
import { eventOf, type TimelineRow } from './timeline.ts'

const event = (
  changes: TimelineRow['changes'],
  goods: Partial<TimelineRow['goods'][number]>[] = [],
) => {
  const none = {
    ...{ case_config: 12, agent_srp: '9.50' },
    ...{ delivered: 0, delivered_on: null, released: 0, removed: 0 },
  }
  const found = eventOf(
    {
      changed_at: '2026-11-21T08:00:00+00:00',
      changed_by: 'me',
      changes,
      goods: goods.map((good) => ({ product: 'Soap', ...none, ...good })),
    },
    (id) => ({ a: 'Ana', b: 'Ben' })[id] ?? null,
  )
  return found && [found.title, ...found.details]
}

describe('eventOf', () => {
  it('tells the entry, and what a pending booking was before an edit', () => {
    expect(event({ approval_status: [null, 'pending'], total: [null, 389.5] })).toEqual([
      'Created',
      'Total 389.50',
    ])
    expect(
      event(
        {
          edited_at: [null, 'x'],
          total: [389.5, 228],
          agent_id: ['a', 'b'],
          remarks: ['', 'Call'],
        },
        [{ removed: 41 }],
      ),
    ).toEqual([
      'Edited',
      'Agent from Ana to Ben',
      'Remarks from nothing to Call',
      'Total from 389.50 to 228.00',
      'Lines before: 3 cs + 5 pc Soap at 9.50',
    ])
  })

  it('tells validation, an override with its reason, and cancelling with its own', () => {
    expect(event({ approval_status: ['pending', 'approved'] })?.[0]).toMatch(/^Validated; /)
    expect(
      event({
        approval_status: ['pending', 'approved'],
        override_reason: [null, 'Pays on Friday'],
      }),
    ).toEqual(['Validated with an override', 'Pays on Friday'])
    expect(
      event({ approval_status: ['pending', 'cancelled'], cancel_reason: [null, 'Twice'] }),
    ).toEqual(['Cancelled', 'Twice'])
  })

  it('tells invoice, its changed number and corrected dates', () => {
    expect(event({ invoice_no: [null, 'SI-1'], date_invoiced: [null, '2026-11-20'] })).toEqual([
      'Invoiced as SI-1',
      '11/20/2026',
    ])
    expect(event({ invoice_no: ['SI-1', 'SI-2'], invoice_reason: [null, 'Torn sheet'] })).toEqual([
      'Invoice number changed from SI-1 to SI-2',
      'Torn sheet',
    ])
    expect(
      event({ date_added: ['2026-11-02', '2026-11-01'], dates_reason: [null, 'Typed wrong'] }),
    ).toEqual(['Dates corrected', 'Booking date from 11/02/2026 to 11/01/2026', 'Typed wrong'])
  })

  it('tells deliveries in whole and in part, and what is released', () => {
    expect(event({}, [{ released: 3 }, { delivered: 12, delivered_on: '2026-11-20' }])).toEqual([
      'Delivered in part 11/20/2026',
      '1 cs Soap',
      'Released from reservation',
      '3 pc Soap',
    ])
    expect(
      event({ date_delivered: [null, '2026-11-21'], credited: [0, 9.5] }, [
        { delivered: 5, released: 1 },
      ]),
    ).toEqual(['Delivered 11/21/2026', '5 pc Soap', 'Released from reservation', '1 pc Soap'])
  })

  it('tells money up and down, and holds', () => {
    expect(event({ collected: [0, 55] })?.[0]).toBe('Collected 55.00')
    expect(event({ collected: [55, 20] })?.[0]).toBe('Collection of 35.00 reversed')
    expect(event({ on_hold: [false, true] })?.[0]).toBe('Goods held')
    expect(event({ credited: [0, 20] })?.[0]).toBe('Credited 20.00')
  })

  it('puts an archive first, with what it did', () => {
    expect(
      event(
        {
          approval_status: ['approved', 'approved-archived'],
          booking_status: ['active', 'archived'],
          collected: [0, 30],
          date_delivered: [null, '2026-11-21'],
        },
        [{ delivered: 3 }],
      ),
    ).toEqual(['Archived as archived', 'Delivered 11/21/2026', '3 pc Soap', 'Collected 30.00'])
  })

  it('is nothing when only the state of payment follows', () => {
    expect(event({})).toBeNull()
  })
})
