/** The copy of data that a phone keeps, as `field_snapshot` answers it. Amounts are exact texts, days `YYYY-MM-DD`. */

import type { Weeks } from '../values/weeks'

export interface CopyCustomer {
  id: string
  name: string
  store?: string
  address?: string
  area?: string
  contact?: string
  status: 'pending' | 'approved'
  vat: 'vatable' | 'exempt' | 'zero_rated'
  /** The key of the price lists that count for this customer. */
  prices: string
  terms: number
  /** The credit limit; none when absent. */
  limit?: string
  /** The rest of the credit limit; may be below zero. */
  left?: string
  exposure: string
  receivables: string
  uncleared: string
  unapplied: string
  overdue: string
  /** The day of the last booking, for roles that read all bookings of the customer. */
  bought?: string
  /** The last orders, newest first, each line as product and pieces. */
  orders?: { on: string; lines: [product: string, pieces: number][] }[]
}

export interface CopyProduct {
  id: string
  /** Five characters by which `Bought` names it. */
  key: string
  code: string
  name: string
  unit: string
  /** Pieces of a case. */
  case: number
  per: 'piece' | 'case'
  vat: 'vatable' | 'exempt' | 'zero_rated'
  /** The current SRP, for so many pieces. */
  price: string
  pieces: number
  available: number
}

/** A price out of a list; its id is "key of the lists:product". */
export interface CopyPrice {
  id: string
  price: string
  pieces: number
  list: string
}

/** A booking that is open. */
export interface CopyDocument {
  id: string
  customer: string
  no: string
  invoice?: string
  on: string
  due?: string
  stage: string
  total: string
  balance: string
  cleared: string
}

/** A part of a receipt that this person took and has not handed in. */
export interface CopyReceipt {
  id: string
  receipt: string
  customer: string
  no: string
  on: string
  type: 'cash' | 'cheque' | 'bank_transfer' | 'withholding'
  amount: string
  bank?: string
  cheque?: string
  dated?: string
  status: 'pending' | 'approved'
}

/** A stop of the person's own route on a day of the week; Monday is 1. */
export interface CopyStop {
  id: string
  customer: string
  day: number
  weeks: Weeks
  place: number
}

interface CopyParts {
  customers: CopyCustomer
  products: CopyProduct
  prices: CopyPrice
  documents: CopyDocument
  receipts: CopyReceipt
  routes: CopyStop
}

export const PARTS = ['customers', 'products', 'prices', 'documents', 'receipts', 'routes'] as const

export type Part = (typeof PARTS)[number]

/** Settings of a company that a phone computes with. */
export interface CopyCompany {
  today: string
  vat_percent: number
  prices_include_vat: boolean
  /** The share of the current SRP below which a price needs an override. */
  price_floor_percent: number
  drr_label: string
  /** The number that follows the last receipt of this person; null where none does. */
  next_cr_no: string | null
  /** The last number of the booklet that this person has in hand; null without one. */
  last_cr_no: string | null
}

/** The current month of the person, or of the team of a Manager; no sales for collectors, no targets where none are set. */
export interface CopyMonth {
  month: string
  sales?: string
  collected: string
  sales_target?: string
  collections_target?: string
}

/** The keys of the products that customers bought within a year, one after another, by customer. */
export type Bought = Record<string, string>

/** An answer: the blocks of each part by name, with rows where the phone has others. */
export interface Snapshot {
  as_of: string
  /** False while there is more to ask for. */
  complete: boolean
  company: CopyCompany
  month: CopyMonth
  parts: { [P in Part]: Record<string, { hash: string; rows?: CopyParts[P][] }> }
}

/** The hashes of the blocks that a phone has. */
export type Have = Partial<Record<Part, Record<string, string>>>
