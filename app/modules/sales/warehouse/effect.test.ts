import { describe, expect, it } from 'vitest'
import { money } from '~/platform/values/money'
import { effectOf } from './effect'

const line = {
  id: 'l1',
  productId: 'p1',
  open: 4,
  delivered: 6,
  returned: 1,
  available: 10,
  onHand: 14,
}
const booking = {
  soNo: 'SO-000001',
  stage: 'validated',
  dateDelivered: null as string | null,
  balance: money('100.00'),
  lines: [line],
}
const asking = (kind: string, requested: number, credit = '0.00') => ({
  kind,
  lines: [{ id: 'l1', product: 'Rice', caseConfig: 12, requested: requested }],
  credit: money(credit),
})

describe('the effect of a request', () => {
  it('makes reduced goods available and not owed', () => {
    expect(effectOf(asking('reduce', 3, '30.00'), booking)).toEqual({
      stock: [{ id: 'p1', product: 'Rice', caseConfig: 12, before: 10, after: 13 }],
      owed: { before: '100.00', after: '70.00' },
      freed: '0.00',
      obstacle: null,
    })
  })

  it('puts returned goods on hand and makes an overpayment credit', () => {
    const partly = { ...booking, balance: money('20.00') }
    expect(effectOf(asking('take_back', 5, '50.00'), partly)).toMatchObject({
      stock: [{ before: 14, after: 19 }],
      owed: { before: '20.00', after: '0.00' },
      freed: '30.00',
    })
  })

  it('adds up the lines of one product', () => {
    const two = { ...booking, lines: [line, { ...line, id: 'l2' }] }
    const { lines } = asking('reduce', 2)
    const request = { ...asking('reduce', 2), lines: [...lines, { ...lines[0]!, id: 'l2' }] }
    expect(effectOf(request, two).stock).toEqual([
      { id: 'p1', product: 'Rice', caseConfig: 12, before: 10, after: 14 },
    ])
  })

  it('leaves stock and money unchanged for a hold', () => {
    expect(effectOf(asking('hold', 0), booking)).toEqual({
      stock: [],
      owed: { before: '100.00', after: '100.00' },
      freed: '0.00',
      obstacle: null,
    })
  })

  it.each([
    ['reduce', 5, booking, 'Only 4 pc of Rice is still undelivered.'],
    ['take_back', 6, booking, 'Only 5 pc of Rice can still be returned.'],
    ['reduce', 1, { ...booking, stage: 'cancelled' }, 'SO-000001 is cancelled now.'],
    ['hold', 0, { ...booking, stage: 'archived' }, 'SO-000001 is archived now.'],
    ['hold', 0, { ...booking, dateDelivered: '2026-01-05' }, 'SO-000001 is already delivered.'],
  ])('says what stands against %s of %i', (kind, requested, now, obstacle) => {
    expect(effectOf(asking(kind, requested), now).obstacle).toBe(obstacle)
  })
})
