import type { Permission } from '~/platform/access/permissions'
import { needsApproval } from './approval'
import type { VoucherDocument } from './document.server'

/** Lists the actions on a voucher's page. */
export const VOUCHER_INTENTS = ['approve', 'print', 'release', 'cancel'] as const
export type VoucherIntent = (typeof VOUCHER_INTENTS)[number]

interface ActionContext {
  permissions: readonly Permission[]
  userId: string
  /** The project's amount above which vouchers need approval. */
  limit: string | null
  /** True when the user who wrote a voucher may not approve it. */
  twoPeople: boolean
  /** True when its account number has to be confirmed first. */
  accountHeld?: boolean
}

/** Returns the actions that are open to this user now. The database checks again. */
export function openVoucherActions(
  voucher: Pick<VoucherDocument, 'status' | 'total' | 'approvedAt' | 'createdBy' | 'editedBy'>,
  { permissions, userId, limit, twoPeople, accountHeld = false }: ActionContext,
): VoucherIntent[] {
  const writes = permissions.includes('vouchers.write')
  const waits = needsApproval(voucher, limit)
  const held = accountHeld && voucher.status !== 'released'
  const own = [voucher.createdBy, voucher.editedBy].includes(userId)
  const open: Record<VoucherIntent, boolean> = {
    approve: waits && permissions.includes('vouchers.approve') && !(own && twoPeople),
    print: writes && !waits && !held && voucher.status !== 'cancelled',
    release: writes && !waits && !held && voucher.status === 'printed',
    cancel: writes && ['pending', 'printed'].includes(voucher.status),
  }
  return VOUCHER_INTENTS.filter((intent) => open[intent])
}
