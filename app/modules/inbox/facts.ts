import type { Edit, EditEffect } from '~/modules/inventory/edits/queries.server'
import type { ByAnother } from '~/modules/sales/credit'
import type { effectOf } from '~/modules/sales/warehouse/effect'
import type { checkReceipt } from '~/modules/treasury/approval/check'
import { paths } from '~/paths'
import type { Money } from '~/platform/values/money'

/** The effect of a decision, in the figures of each kind. Quantities are in pieces. */
export type Facts =
  | {
      kind: 'booking' | 'override'
      creditLeft: Money | null
      overBy: Money | null
      /** The prices below the price floor. */
      belowFloor: string[]
      /** The prices that are not the list's, or the SRP. */
      otherPrices: string[]
      /** Why another user has to validate it. */
      byAnother: ByAnother | null
      short: string[]
      customerStatus: string
    }
  | {
      kind: 'customer'
      facts: string[]
      store: string | null
      agentId: string
      termsDays: number
      tinNo: string | null
    }
  | {
      kind: 'collection'
      means: {
        type: string
        amount: Money
        cheque: { bank: string; no: string; date: string } | null
      }[]
      pays: string[]
      check: ReturnType<typeof checkReceipt>
    }
  | { kind: 'voucher'; net: Money; mode: string; cheque: string | null; facts: string[] }
  | {
      kind: 'memo'
      isCredit: boolean
      reason: string
      on: string
      vat: Money
      /** The one invoice that it is about; null for the oldest open ones. */
      invoice: string | null
    }
  | {
      kind: 'write_off'
      on: string
      goods: { product: string; pieces: number; caseConfig: number }[]
    }
  | {
      kind: 'product_edit'
      purchaseId: string
      edit: Pick<Edit, 'item' | 'from' | 'to' | 'live' | 'caseConfig'>
      effect: EditEffect
    }
  | {
      kind: 'count'
      counted: number
      lines: number
      differing: number
      surplus: number
      missing: number
      costValue: Money
      srpValue: Money
    }
  | {
      kind: 'warehouse'
      asks: string
      soNo: string | null
      /** Null when the reader may not see the booking. */
      effect: ReturnType<typeof effectOf> | null
    }

/**
 * Returns the reason why an approval would fail now; null when it would pass. The command checks
 * again.
 */
export function obstacleTo(facts: Facts, backOrders: boolean): string | null {
  switch (facts.kind) {
    case 'booking':
    case 'override':
      if (facts.customerStatus !== 'approved') return `The customer is ${facts.customerStatus}.`
      if (facts.short.length > 0 && !backOrders)
        return `Insufficient stock: ${facts.short.join(', ')}.`
      if (facts.kind === 'booking' && facts.overBy)
        return 'Exceeds the credit limit: a General Manager or Owner can override it.'
      if (facts.kind === 'booking' && facts.belowFloor.length > 0)
        return 'Below the price floor: a General Manager or Owner can override it.'
      return null
    case 'collection':
      return facts.check.blocked.length > 0 ? facts.check.blocked.join('; ') : null
    case 'warehouse':
      return facts.effect?.obstacle ?? null
    default:
      return null
  }
}

/** Returns the address of the document's own page. */
export function pageOf(id: string, facts: Facts): string {
  switch (facts.kind) {
    case 'booking':
    case 'override':
      return paths.sales.booking(id)
    case 'customer':
      return paths.customers.customer(id)
    case 'collection':
      return paths.treasury.collection(id)
    case 'voucher':
      return paths.expenses.voucher(id)
    case 'memo':
      return paths.memos.memo(id)
    case 'write_off':
      return paths.inventory.badOrder(id)
    case 'product_edit':
      return paths.inventory.purchase(facts.purchaseId)
    case 'count':
      return paths.inventory.count(id)
    case 'warehouse':
      return paths.warehouse.request(id)
  }
}
