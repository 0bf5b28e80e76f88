import { describe, expect, it } from 'vitest'
import { ROLE_PERMISSIONS } from '~/platform/access/permissions'
import { money } from '~/platform/values/money'
import { openVoucherActions } from './actions'

const CLERK = ROLE_PERMISSIONS['expenses and disbursements'].all ?? []
const OWNER = ROLE_PERMISSIONS.Owner.all ?? []
const voucher = {
  status: 'pending',
  total: money('60000.00'),
  approvedAt: null as string | null,
  createdBy: 'nena',
  editedBy: null as string | null,
}
const commands = (
  more: Partial<typeof voucher>,
  permissions = CLERK,
  userId = 'nena',
  twoPeople = true,
) =>
  openVoucherActions({ ...voucher, ...more }, { permissions, userId, limit: '50000.00', twoPeople })

describe('the commands on a voucher', () => {
  it('above the amount wait for somebody else', () => {
    expect(commands({})).toEqual(['cancel'])
    expect(commands({}, OWNER, 'ramon')).toEqual(['approve'])
    expect(commands({}, CLERK, 'other clerk')).toEqual(['approve', 'cancel'])
    expect(commands({ editedBy: 'other clerk' }, CLERK, 'other clerk')).toEqual(['cancel'])
    expect(commands({}, CLERK, 'nena', false)).toEqual(['approve', 'cancel'])
  })

  it('wait for the account number to be confirmed', () => {
    const context = { permissions: CLERK, userId: 'nena', limit: null, twoPeople: true }
    expect(openVoucherActions(voucher, { ...context, accountHeld: true })).toEqual(['cancel'])
  })

  it('follow its state', () => {
    const approvedAt = '2026-11-21T08:00:00Z'
    expect(commands({ approvedAt })).toEqual(['print', 'cancel'])
    expect(commands({ approvedAt, status: 'printed' })).toEqual(['print', 'release', 'cancel'])
    expect(commands({ approvedAt, status: 'released' })).toEqual(['print'])
    expect(commands({ status: 'cancelled' })).toEqual([])
    expect(commands({ approvedAt }, OWNER, 'ramon')).toEqual([])
  })
})
