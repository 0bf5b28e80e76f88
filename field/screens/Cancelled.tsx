import type { ActOf } from '../data/written'

/** Why a booking was cancelled. */
export function Cancelled({ act: { facts } }: { act: ActOf<'booking_cancel'> }) {
  return <p>Reason: {facts.reason}</p>
}
