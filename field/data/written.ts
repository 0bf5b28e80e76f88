import type { ActRefusal, SentAct } from '~/platform/field/acts'

/**
 * An act on this phone. `sending` is also what a phone that was switched off in between finds: it is not known whether the
 * office has it, so the same content is sent again under its key.
 */
export interface Act extends Omit<SentAct, 'version' | 'copy_as_of'> {
  state: 'waiting' | 'sending' | 'accepted' | 'refused'
  copyAsOf: string | null
  /** Texts that the list shows of it. */
  title: string
  total: string
  answer?: { id: string; so_no: string; total: string }
  refusal?: ActRefusal
}

/** A booking that is being written: kept at every key, under the key of its act. */
export interface Draft {
  key: string
  customer: string
  lines: { product: string; pieces: number }[]
  remarks: string
}

/** A photograph of a document that an act makes. It is sent after the act. */
export interface Photo {
  key: string
  act: string
  taken_at: string
  /** The bytes of the JPEG; null once the office has it. */
  data: ArrayBuffer | null
  state: 'waiting' | 'sent' | 'refused'
  message?: string
}
