export interface Memo {
  kind: 'credit' | 'debit'
  reason: string
  on: string
  customer: string
  /** The document of a debit memo that receipts pay. */
  booking: string | null
  /** The request of the warehouse, or the record of goods that came back, which made it. */
  source: string | null
  amount: number
  vat: number
  status: string
}

/** Holds what a memo credits or charges of a line, by its place from 0. */
export interface MemoLine {
  no: number
  pieces: number
  bad: boolean
  amount: number
  vat: number
  /** Goods that came back, where there is no line: they are credited to an opening balance. */
  product?: string
}

/** Holds by how much less a booking is owed from a day on, in centavos. */
export interface Credit {
  on: string
  /** The customer of the booking at that time. */
  customer: string
  as: 'released' | 'returned' | 'allowance' | 'written_off'
  amount: number
  vat: number
  /** Place of the line, null for the whole booking; pieces that came back, `free`: of goods that were given. */
  line: number | null
  /** Goods that came back without their booking, where there is no line. */
  product?: string
  returned: number
  free: boolean
  cost: number
  /** Goods that were released undelivered, before the invoice or after it. */
  release: 'before' | 'after' | null
}

/** Goods that a customer brought back without their booking, as their memo credits them. */
export interface BroughtBack {
  product: string
  amount: number
  vat: number
}

/** The number and agent of a memo, its lines with their booking, and what it credited when it counted. */
export interface MemoMemory {
  no: string
  agent: string
  of: string | null
  lines: MemoLine[]
  credits: (MemoLine & { booking: string; as: Credit['as'] })[]
  /** Goods that came back without their booking. */
  goods?: BroughtBack[]
}
