import type { ActRefusal } from '~/platform/field/acts'
import { Note } from './controls'

interface Props {
  refusal: ActRefusal | undefined
  /** The subject of the form, where it is not on the phone any more. */
  gone?: 'customer' | 'booking' | null
}

/** Says in a form why the office refused the act before, and that the office alone knows what it is about. */
export function Refused({ refusal, gone = null }: Props) {
  return (
    <>
      {refusal ? <Note kind="danger">Rejected by the office: {refusal.message}</Note> : null}
      {gone ? (
        <Note kind="warn">
          This {gone} is not on this phone any more. You may send again: the office decides.
        </Note>
      ) : null}
    </>
  )
}
