import type { ActRefusal } from '~/platform/field/acts'
import { Note } from './controls'

/** Says in a form why the office refused the act before, where it did. */
export function Refused({ refusal }: { refusal: ActRefusal | undefined }) {
  return refusal ? <Note kind="danger">Refused by the office: {refusal.message}</Note> : null
}
