import type { MakeIntent } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import type { BookingRef } from '../booking-actions.server'
import { BATCH } from './components/BatchForm'
import { batchSchema } from './schema'

/**
 * Invoices the selected bookings in one transaction, with consecutive numbers. A booking that
 * cannot be invoiced is skipped and reported; a number that is used refuses the whole batch.
 */
export function batchIntent(intent: MakeIntent<BookingRef>) {
  return intent({
    permission: 'invoicing.write',
    schema: batchSchema,
    command: async ({ run, value: { bookings, ...batch } }) =>
      run('set_invoices', { p_batch: { ...batch, bookings: bookings.map(read) } }),
    // Each booking has its own outcome, so the page stays and shows them.
    // Refused rows stay selected; the number and its idempotency key are used.
    done: (outcome, { value }) => {
      const refused = new Set(outcome.refused.map(({ id }) => id))
      const bookings = value.bookings.filter((each) => refused.has(read(each).id))
      return reply({ initialValue: { intent: BATCH, bookings }, outcome }, 200)
    },
  })
}

/**
 * Parses the value of a checkbox.
 *
 * @throws A 400 response when the value is not one that our pages send.
 */
function read(selected: string): { id: string; version: number } {
  const match = /^([0-9a-f-]{36}):(\d{1,9})$/i.exec(selected)
  if (!match) throw problem(400)
  return { id: match[1]!, version: Number(match[2]) }
}
