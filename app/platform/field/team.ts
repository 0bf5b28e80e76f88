/** Answers to a Manager about the own team. Amounts are numbers of the API's JSON, for `money`. */

/** The team, as of a moment of the office's clock. */
export interface Team {
  as_of: string
  people: TeamMember[]
}

/** A person of the team, with what they did today. */
export interface TeamMember {
  user_id: string
  person: string
  /** Stops of today's route, and how many of them were visited or skipped; absent in what older versions have stored. */
  stops?: number
  stops_done?: number
  /** Customers visited and skipped today, on the route or not. */
  visits?: number
  skipped?: number
  bookings: number
  booked: number
  receipts: number
  collected: number
  /** Acts that the phones had not sent at their last contact, and since when. */
  waiting: number
  waiting_since: string | null
  seen_at: string | null
}

/** A booking that waits for an approval. */
export interface Approval {
  id: string
  version: number
  so_no: string
  customer_id: string
  customer: string
  agent: string
  on_date: string
  total: number
  remarks: string | null
  /** The rest of the credit limit without this booking; null without a limit. */
  credit_left: number | null
  below: {
    product: string
    case: number
    per: 'piece' | 'case'
    /** The price after discount, for so many pieces, beside the current SRP. */
    price: string
    pieces: number
    srp: string
    srp_pieces: number
  }[]
}

/** A return that waits for a decision. */
export interface ReturnRequest {
  id: string
  version: number
  request_no: string
  so_no: string
  customer_id: string
  customer: string
  agent: string
  on_date: string
  reason: string
  credit: number
  lines: { product: string; pieces: number; case: number; bad: boolean }[]
}

/** The documents that wait for a Manager. */
export interface TeamDecisions {
  approvals: Approval[]
  returns: ReturnRequest[]
}
