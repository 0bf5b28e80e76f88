import type {
  ActDocument,
  ActKind,
  ActRefusal,
  SentAct,
  SentOf,
  VisitPlace,
} from '~/platform/field/acts'
import type { CopyProduct } from '~/platform/field/copy'

/** Values that the phone shows of an act: its title, and its amount where it has one. */
export interface Shown {
  title: string
  total?: string
  /** The products of its lines as the phone had them, as they may leave it; acts of older versions have none. */
  products?: CopyProduct[]
}

/**
 * An act on this phone. `sending` is also what a phone that was switched off in between finds: it is not known whether the
 * office has it, so the same content is sent again under its key.
 */
export interface ActOf<K extends ActKind> extends Shown, Omit<SentOf<K>, 'version' | 'copy_as_of'> {
  /** `office`: it arrived, and waits for a decision there. */
  state: 'waiting' | 'sending' | 'office' | 'accepted' | 'refused' | 'withdrawn'
  copyAsOf: string | null
  answer?: ActDocument
  /** The moment by the office's clock at which the phone learned that it is accepted. */
  answeredAt?: string
  /** The sentence that says for what it waits at the office. */
  waits?: string
  /** The day on which it counts, where that is another one than its own, as its month is closed. */
  countsOn?: string
  refusal?: ActRefusal
}

export type Act = { [K in ActKind]: ActOf<K> }[ActKind]

/** A kind of act with its facts. */
export type Written = Pick<SentAct, 'kind' | 'facts'>

/** The form of each kind as it is typed, before it is saved. */
export interface Forms {
  booking: BookingForm
  booking_cancel: { reason: string }
  customer: CustomerForm
  return: ReturnForm
  receipt: ReceiptForm
  remittance: RemittanceForm
  visit: VisitForm
}

/** A visit that was begun, or a reason that is being typed. */
interface VisitForm {
  begunAt?: string
  located?: boolean
  begin?: VisitPlace
  /** The name of the customer, who may leave the phone before the visit ends; drafts of older versions have none. */
  name?: string
  reason: string
}

interface BookingForm {
  lines: BookingEntry[]
  remarks: string
}

/** A line of a booking as it is typed. */
export interface BookingEntry {
  product: string
  pieces: number
  /** A discount as staff type it: "5%", "50.00" or "5% + 50". */
  discount?: string
  /** Goods that are given with the line. */
  free?: { product: string; pieces: number }[]
}

interface CustomerForm {
  name: string
  store: string
  address: string
  area: string
  contact: string
  tin: string
}

export interface ReturnForm {
  lines: { product: string; pieces: number; bad: boolean }[]
  reason: string
}

export interface ReceiptForm {
  crNo: string
  /** Why numbers of the booklet are skipped; drafts of older versions have none. */
  skipReason?: string
  parts: ReceiptPart[]
  share: 'oldest' | 'unapplied'
  remarks: string
}

/** A part of a receipt as it is typed. */
export interface ReceiptPart {
  /** Tells parts apart while they are typed. */
  id: string
  type: 'cash' | 'cheque' | 'bank_transfer' | 'withholding'
  amount: string
  bank: string
  no: string
  date: string
}

export interface RemittanceForm {
  /** The receipts that stay with the person, by the id of the receipt or the key of its act. */
  kept: string[]
  /** Pieces of each note and coin, by its value. */
  pieces: Record<string, number>
  reason: string
  remarks: string
}

/** A form that is being filled: kept at every key, under the key of its act. */
export interface Draft<K extends ActKind = ActKind> {
  key: string
  kind: K
  /** The id of what the form is about, such as the customer; one form of a kind is open for each. */
  about: string
  form: Forms[K]
}

/** The form in which a refused act is corrected. */
export interface Correction<K extends ActKind> {
  to: string
  about: string
  form: Forms[K]
}

/** A photograph of a document that an act makes, after which it is sent, or of a booking that the office has. */
export interface Photo {
  key: string
  /** The key of the act, or the id of the booking. */
  act: string
  /** True where `act` is the id of a booking that was not written on this phone. */
  booking?: boolean
  taken_at: string
  /** The bytes of the JPEG; null once the office has it. */
  data: ArrayBuffer | null
  state: 'waiting' | 'sent' | 'refused'
  message?: string
}
