import type { Edit, EditEffect } from '~/modules/inventory/edits/queries.server'
import { effectOf } from '~/modules/sales/warehouse/effect'
import { checkReceipt } from '~/modules/treasury/approval/check'
import { paths } from '~/paths'
import { type Money, money } from '~/platform/values/money'

/** The effect of a decision, in the figures of each kind. Quantities are in pieces. */
export type Facts =
  | {
      kind: 'booking' | 'override'
      creditLeft: Money | null
      overBy: Money | null
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
      type: string
      cheque: { bank: string; no: string; date: string } | null
      pays: string[]
      check: ReturnType<typeof checkReceipt>
    }
  | { kind: 'voucher'; net: Money; mode: string; cheque: string | null; facts: string[] }
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

// biome-ignore lint/suspicious/noExplicitAny: jsonb of public.inbox, whose comment says what is in it
type Raw = any

const amount = (value: string | null) => (value === null ? null : money(value))
const words = (...parts: (string | null | undefined)[]) =>
  parts.filter((part): part is string => Boolean(part))

/** Parses the facts that `public.inbox` returns for a document of each kind. */
export const readFacts: { [K in Facts['kind']]: (raw: Raw) => Facts } = {
  booking: (raw) => booking('booking', raw),
  override: (raw) => booking('override', raw),
  customer: (raw) => ({
    kind: 'customer',
    facts: words(raw.store, raw.address, raw.area, raw.tin_no && `TIN ${raw.tin_no}`),
    store: raw.store,
    agentId: raw.agent_id,
    termsDays: raw.terms_days,
    tinNo: raw.tin_no,
  }),
  collection: (raw) => ({
    kind: 'collection',
    type: raw.type,
    cheque: raw.cheque_no && { bank: raw.cheque_bank, no: raw.cheque_no, date: raw.cheque_date },
    pays: raw.parts.map((part: Raw) => part.so_no),
    check: checkReceipt({
      accountUnknown: raw.account_unknown,
      allocated: raw.parts.map((part: Raw) => ({
        soNo: part.so_no,
        amount: money(part.amount),
        booking: part.stage && { stage: part.stage, balance: money(part.balance) },
      })),
    }),
  }),
  voucher: (raw) => ({
    kind: 'voucher',
    net: money(raw.net),
    mode: raw.mode,
    cheque: raw.cheque_no && words(raw.bank, raw.cheque_no).join(' '),
    facts: words(raw.category, raw.invoice_no && `Invoice ${raw.invoice_no}`),
  }),
  product_edit: (raw) => ({
    kind: 'product_edit',
    purchaseId: raw.purchase_id,
    edit: {
      item: raw.item,
      from: amount(raw.from),
      to: money(raw.to),
      live: raw.live,
      caseConfig: raw.case_config,
    },
    effect: {
      onHand: raw.on_hand,
      onHandThen: raw.on_hand_then,
      liveSrp: money(raw.live_srp),
      value: money(raw.value),
      valueThen: money(raw.value_then),
      total: money(raw.total),
      totalThen: money(raw.total_then),
      openBookings: Number(raw.open_bookings),
    },
  }),
  count: (raw) => ({
    kind: 'count',
    counted: Number(raw.counted),
    lines: Number(raw.lines),
    differing: Number(raw.differing),
    surplus: Number(raw.surplus),
    missing: Number(raw.missing),
    costValue: money(raw.cost_value),
    srpValue: money(raw.srp_value),
  }),
  warehouse: (raw) => {
    const lines = (raw.lines ?? []).map((line: Raw) => ({
      ...line,
      productId: line.product_id,
      caseConfig: line.case_config,
      onHand: line.on_hand,
    }))
    return {
      kind: 'warehouse',
      asks: raw.kind,
      soNo: raw.so_no,
      effect:
        raw.so_no &&
        effectOf(
          { kind: raw.kind, credit: money(raw.credit), lines },
          {
            soNo: raw.so_no,
            stage: raw.stage,
            dateDelivered: raw.date_delivered,
            balance: money(raw.balance),
            lines,
          },
        ),
    }
  },
}

function booking(kind: 'booking' | 'override', raw: Raw): Facts {
  return {
    kind,
    creditLeft: amount(raw.credit_left),
    overBy: amount(raw.over_by),
    short: raw.short ?? [],
    customerStatus: raw.customer_status,
  }
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
      if (facts.short.length > 0 && !backOrders) return `Short of ${facts.short.join(', ')}.`
      if (facts.kind === 'booking' && facts.overBy)
        return 'Exceeds the credit line: a General Manager or Owner can override it.'
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
    case 'product_edit':
      return paths.inventory.purchase(facts.purchaseId)
    case 'count':
      return paths.inventory.count(id)
    case 'warehouse':
      return paths.warehouse.request(id)
  }
}
