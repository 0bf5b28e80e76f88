import { describe, expect, it } from 'vitest'
import { money } from '~/platform/values/money'
import { needsApproval } from './approval'

const voucher = { status: 'pending', total: money('50000.01'), approvedAt: null }

describe('a voucher', () => {
  it.each([
    ['above the amount', {}, '50000.00', true],
    ['of exactly the amount', { total: money('50000.00') }, '50000.00', false],
    ['above an amount with more digits than its own', { total: money('9.00') }, '10', false],
    ['of a project without an amount', {}, null, false],
    ['where every voucher is approved', { total: money('0.01') }, '0', true],
    ['that is printed', { status: 'printed' }, '50000', true],
    ['that is approved', { approvedAt: '2026-11-21T08:00:00Z' }, '50000', false],
    ['that is released', { status: 'released' }, '50000', false],
    ['that is cancelled', { status: 'cancelled' }, '50000', false],
  ] as const)('%s', (_, more, limit, needed) => {
    expect(needsApproval({ ...voucher, ...more }, limit)).toBe(needed)
  })
})
