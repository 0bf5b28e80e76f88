import type { ComponentType } from 'react'
import type { ActDocument, ActKind } from '~/platform/field/acts'
import type { Act, ActOf, Correction } from './data/written'
import { Booked, correctBooking } from './screens/Booked'
import { Cancelled } from './screens/Cancelled'
import { correctReceipt, Received } from './screens/Received'
import { correctRemittance, Remitted } from './screens/Remitted'
import { correctCustomer, Requested } from './screens/Requested'
import { correctReturn, Returned } from './screens/Returned'
import { Visited } from './screens/Visited'

/** The words and screens of a kind of act. */
interface Kind<K extends ActKind> {
  label: string
  /** Says what the office did with an accepted one. */
  accepted(document: ActDocument): string
  /** Shows what was written; `plain`: without anything to press. */
  Details: ComponentType<{ act: ActOf<K>; plain?: boolean }>
  correct(act: ActOf<K>): Correction<K>
}

const KINDS: { [K in ActKind]: Kind<K> } = {
  booking: {
    label: 'Booking',
    accepted: ({ no }) => `Accepted by the office as ${no}. It waits for validation.`,
    Details: Booked,
    correct: correctBooking,
  },
  booking_cancel: {
    label: 'Cancellation',
    accepted: ({ no }) => `Accepted by the office: ${no} is cancelled.`,
    Details: Cancelled,
    correct: ({ facts: { booking_id, reason } }) => ({
      to: `/bookings/${booking_id}/cancel`,
      about: booking_id,
      form: { reason },
    }),
  },
  customer: {
    label: 'New customer',
    accepted: ({ no }) => `The office has ${no}, and decides on the customer.`,
    Details: Requested,
    correct: correctCustomer,
  },
  return: {
    label: 'Return',
    accepted: ({ no }) => `Accepted by the office as ${no}. It waits for a decision.`,
    Details: Returned,
    correct: correctReturn,
  },
  receipt: {
    label: 'Receipt',
    accepted: ({ no }) => `Accepted by the office as ${no}. It waits for approval.`,
    Details: Received,
    correct: correctReceipt,
  },
  remittance: {
    label: 'Remittance',
    accepted: ({ no }) => `Received by the office as ${no}.`,
    Details: Remitted,
    correct: correctRemittance,
  },
  visit: {
    label: 'Visit',
    accepted: () => 'Accepted by the office.',
    Details: Visited,
    correct: ({ facts, title }) => ({
      to: `/customers/${facts.customer_id}/visit`,
      about: facts.customer_id,
      form: {
        ...{ reason: facts.reason ?? '', name: title },
        ...(!facts.skipped && { begunAt: facts.begun_at, located: Boolean(facts.begin) }),
        ...(facts.begin && { begin: facts.begin }),
      },
    }),
  },
}

/** Returns the words and screens of the kind of an act. */
export const kindOf = ({ kind }: Act) => KINDS[kind] as Kind<ActKind>
