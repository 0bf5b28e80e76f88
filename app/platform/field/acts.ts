/** Acts: what a person in the field writes on the phone, and what the office answers. */

/** A booking as `create_booking` takes it. */
export interface BookedFacts {
  customer_id: string
  remarks?: string
  lines: { product_id: string; quantity: number; agent_srp: string; agent_srp_pieces: number }[]
}

/** An act as a phone sends it. */
export interface SentAct {
  key: string
  no: number
  kind: 'booking'
  /** The moment by the phone's clock, and by the office's as far as the phone knows it. */
  device_at: string
  made_at: string
  version: string
  copy_as_of?: string
  facts: BookedFacts
}

export interface ActRefusal {
  code: string
  message: string
  field: string | null
}

/** The answer of the office to an act. */
export type ActAnswer = { key: string; received_at: string; other_content: boolean } & (
  | { state: 'accepted'; document: { id: string; so_no: string; total: string } }
  | { state: 'refused'; refusal: ActRefusal }
)
