import { expect, it } from 'vitest'
import { changesByAct } from './acts'
import type { AuditChange } from './describe-changes.server'

const change = (more: Partial<AuditChange>): AuditChange => ({
  id: '1',
  createdAt: '2026-11-01T01:00:00Z',
  who: 'Ana Reyes',
  kind: 'Booking',
  document: 'SO-000001',
  to: '/sales/bookings/1',
  part: null,
  action: 'Created',
  isNew: true,
  differences: [],
  ...more,
})
const field = (label: string, is: string, was: string | null = null) => ({ label, was, is })

it('joins what one act changed of one document, the head first', () => {
  const acts = changesByAct([
    change({
      id: '3',
      part: 'Line 1, Soap',
      differences: [field('Quantity', '5'), field('Amount', '50.00')],
    }),
    change({ id: '2', differences: [field('Total', '50.00')] }),
    change({ id: '1', createdAt: '2026-10-31T01:00:00Z', action: 'Changed', isNew: false }),
  ])
  expect(acts.map(({ id, action, part }) => [id, action, part])).toEqual([
    ['2', 'Created', null],
    ['1', 'Changed', null],
  ])
  expect(acts[0]!.differences).toEqual([
    field('Total', '50.00'),
    field('Line 1, Soap', 'Quantity 5, Amount 50.00'),
  ])
})

it('keeps documents and persons apart, and names the part of a changed field', () => {
  expect(
    changesByAct([change({}), change({ document: 'SO-000002' }), change({ who: 'Ben' })]),
  ).toHaveLength(3)
  const [act] = changesByAct([
    change({
      id: '3',
      part: 'Line 2, Rice',
      action: 'Changed',
      isNew: false,
      differences: [field('Cost', '2', '1')],
    }),
    change({ id: '2', action: 'Changed', isNew: false }),
  ])
  expect(act!.differences).toEqual([field('Line 2, Rice: Cost', '2', '1')])
})
