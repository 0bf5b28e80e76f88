/** Acts: what a person in the field writes on the phone, and what the office answers. */

/** The facts of each kind, as the command of the kind takes them (`private.run_field_act`). */
export interface ActFacts {
  booking: {
    customer_id: string
    remarks?: string
    lines: BookedLine[]
  }
  booking_cancel: { booking_id: string; reason: string }
  /** A customer whom the agent asks for. */
  customer: {
    name: string
    store_name?: string
    address?: string
    area?: string
    contact?: string
    tin_no?: string
  }
  /** Goods that come back from a delivered booking. */
  return: {
    booking_id: string
    reason: string
    lines: { product_id: string; quantity: number; stock_state: 'sellable' | 'bad_order' }[]
  }
  receipt: {
    customer_id: string
    cr_no: string
    /** Why numbers of the booklet in hand are skipped. */
    skip_reason?: string
    parts: ReceivedPart[]
    /** To the oldest open documents; what is left, or all without it, is unapplied. */
    allocate?: 'oldest'
    remarks?: string
  }
  remittance: {
    /** Receipts, or the acts that record them, by their keys. */
    collection_ids: string[]
    denominations: { value: string; count: number }[]
    variance_reason?: string
    remarks?: string
  }
  /** A visit with its begin and end, or a stop that was skipped with its reason. Moments are those of the office's clock. */
  visit: {
    customer_id: string
    begun_at: string
    ended_at?: string
    skipped?: true
    /** Why nothing was ordered, or why the stop was skipped. */
    reason?: string
    begin?: VisitPlace
    end?: VisitPlace
  }
}

/** The place where a phone was; accuracy in meters. */
export interface VisitPlace {
  latitude: string
  longitude: string
  accuracy: number
}

export interface BookedLine {
  product_id: string
  quantity: number
  /** Free goods have no price. */
  agent_srp?: string
  agent_srp_pieces?: number
  discount_percent?: string
  discount_amount?: string
  /** The number of the line, counted from 1, with which these goods are given. */
  free_of?: number
}

export interface ReceivedPart {
  collection_type: 'cash' | 'cheque' | 'bank_transfer' | 'withholding'
  amount: string
  cheque_bank?: string
  cheque_no?: string
  cheque_date?: string
  /** Reference of a transfer, or the number of a withholding certificate. */
  reference_no?: string
}

export type ActKind = keyof ActFacts

/** An act of a kind as a phone sends it. */
export interface SentOf<K extends ActKind> {
  key: string
  no: number
  kind: K
  /** The moment by the phone's clock, and by the office's as far as the phone knows it. */
  device_at: string
  made_at: string
  version: string
  copy_as_of?: string
  /** The keys of acts whose documents the facts name by these keys. */
  depends_on?: string[]
  facts: ActFacts[K]
  /** The reason why its writer does not send it any more. */
  withdraw?: string
}

export type SentAct = { [K in ActKind]: SentOf<K> }[ActKind]

/** The document that an accepted act made or changed, with the number by which people know it. */
export interface ActDocument {
  id: string
  no?: string
  total?: string
}

export interface ActRefusal {
  code: string
  message: string
  field: string | null
}

/** The answer of the office to an act. */
export type ActAnswer = { key: string; received_at: string; other_content: boolean } & (
  | {
      state: 'accepted'
      document: ActDocument
      /** The day on which it counts; null of kinds that have none. */
      counts_on: string | null
      /** It counts later than on its own day, whose month is closed. */
      closed: boolean
    }
  /** The sentence that says for what it waits at the office. */
  | { state: 'waiting'; waits: string }
  | { state: 'refused'; refusal: ActRefusal }
  | { state: 'withdrawn'; reason: string }
)
