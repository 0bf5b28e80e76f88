import type { Sums } from '~/platform/values/cash-count'
import { formatDate, writtenDay } from '~/platform/values/dates'
import type { Money } from '~/platform/values/money'
import type { Price, PriceUnit } from '~/platform/values/price'

/** A record that an act names, with its page; null of one that the office does not have. */
export interface Named {
  name: string
  to: string | null
}

interface Goods {
  key: string
  product: string
  pieces: number
  caseConfig: number
}

export interface BookedGoods extends Goods {
  priceUnit: PriceUnit
  /** Null of free goods. */
  price: Price | null
  discount: string
  amount: Money | null
  free: boolean
}

export interface ReturnedGoods extends Goods {
  badOrder: boolean
}

export interface PaidPart {
  key: string
  type: string
  /** Bank, number and date of a cheque, or a reference. */
  by: string
  amount: Money
}

/** A part of a receipt that is handed in. */
export interface HandedIn extends PaidPart {
  crNo: Named
  customer: string
}

export interface SaidRemittance {
  kind: 'remittance'
  receipts: HandedIn[]
  /** Receipts that the reader does not see, or that the office does not have. */
  unseen: number
  sums: Sums
  cash: { value: Money; pieces: number; amount: Money }[]
  counted: Money
  reason: string | null
  remarks: string | null
}

/** The content of an act, in the words of the office. */
export type Said =
  | {
      kind: 'booking'
      customer: Named
      lines: BookedGoods[]
      sum: Money
      remarks: string | null
    }
  | { kind: 'booking_cancel'; booking: Named; reason: string | null }
  | { kind: 'customer'; items: [label: string, value: string | null][] }
  | { kind: 'return'; booking: Named; reason: string | null; lines: ReturnedGoods[] }
  | {
      kind: 'receipt'
      customer: Named
      crNo: string | null
      skipReason: string | null
      parts: PaidPart[]
      sum: Money
      applied: 'oldest' | { key: string; booking: Named; amount: Money }[]
      remarks: string | null
    }
  | SaidRemittance
  | {
      kind: 'visit'
      customer: Named
      skipped: boolean
      begunAt: string | null
      endedAt: string | null
      reason: string | null
    }
  /** An act that this version does not know, as it came. */
  | { kind: 'other'; text: string }

interface Paid {
  cheque_bank: string | null
  cheque_no: string | null
  cheque_date: string | null
  reference_no: string | null
}

/** Says by what a part was paid: bank, number and date of a cheque, or a reference. */
export const paidBy = ({ cheque_bank, cheque_no, cheque_date, reference_no }: Paid): string =>
  [cheque_bank, cheque_no ?? reference_no, cheque_date && dayText(cheque_date)]
    .filter(Boolean)
    .join(', ')

const dayText = (day: string) => (writtenDay(day) ? formatDate(day) : day)
