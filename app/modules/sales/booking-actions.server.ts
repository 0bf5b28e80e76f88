import type { StockState } from '~/modules/inventory/bad-orders/schema'
import { type CommandResult, orNotFound } from '~/platform/db/command.server'
import type { MakeIntent, Sent } from '~/platform/forms/form-action.server'
import { problem } from '~/platform/request/errors'
import { isId } from '~/platform/values/ids'
import { parseQuantity } from '~/platform/values/quantity'
import { BOOKING_ACTIONS } from './actions'
import { type BookingLine, readBooking } from './document.server'
import { changeInvoiceSchema, invoiceSchema } from './invoicing/schema'
import {
  cancelBookingSchema,
  deliverPartSchema,
  deliverSchema,
  overrideSchema,
  validateSchema,
} from './schema'

/** The booking that a form is about. */
export interface BookingRef {
  id: string
}

/**
 * Returns the booking that a form names: by its field `booking` in a list, else by the address. The command finds it.
 *
 * @throws the 404 page for what is no id.
 */
export function bookingRef(id: unknown): BookingRef {
  if (typeof id !== 'string') throw problem(400)
  if (!isId(id)) throw problem(404)
  return { id }
}

/**
 * The forms of a booking: on its page, in the invoicing queue and in the list of deliveries.
 *
 * @param toOf returns the page to go back to, when it is not the address of the form.
 */
export function bookingIntents(
  intent: MakeIntent<BookingRef>,
  toOf: (sent: Sent<BookingRef>) => string | undefined = () => undefined,
) {
  const done = (what: string) => (data: { so_no: string }, sent: Sent<BookingRef>) => ({
    to: toOf(sent),
    text: `${data.so_no} ${what}`,
  })
  return {
    validate: intent({
      permission: BOOKING_ACTIONS.validate,
      schema: validateSchema,
      command: ({ run, document: { id }, value: { version } }) =>
        orNotFound(run('validate_booking', { p_booking: id, p_version: version })),
      done: done('validated; goods reserved.'),
    }),
    override: intent({
      permission: BOOKING_ACTIONS.override,
      schema: overrideSchema,
      command: ({ run, document: { id }, value: { version, reason } }) =>
        orNotFound(
          run('validate_booking', { p_booking: id, p_version: version, p_override_reason: reason }),
        ),
      done: done('validated with an override; goods reserved.'),
    }),
    invoice: intent({
      permission: BOOKING_ACTIONS.invoice,
      // Only the form that changes an invoice needs a reason.
      schema: ({ form }) => (form.has('reason') ? changeInvoiceSchema : invoiceSchema),
      command: ({ run, document: { id }, value: { version, invoice_no, date, reason } }) =>
        orNotFound(
          run('set_invoice', {
            p_booking: id,
            p_version: version,
            p_invoice_no: invoice_no,
            p_date: date,
            p_reason: reason,
          }),
        ),
      done: ({ so_no, invoice_no }, sent) => ({
        to: toOf(sent),
        text: `${invoice_no} assigned to ${so_no}.`,
      }),
    }),
    deliver: intent({
      permission: BOOKING_ACTIONS.deliver,
      schema: deliverSchema,
      command: ({ run, document: { id }, value: { version, date } }) =>
        orNotFound(run('deliver_booking', { p_booking: id, p_version: version, p_date: date })),
      done: done('delivered.'),
    }),
    'deliver-part': intent({
      permission: BOOKING_ACTIONS['deliver-part'],
      schema: deliverPartSchema,
      command: async ({ db, projectId, run, document: { id }, value }) => {
        const { lines } = await readBooking(db, projectId, id)
        const { read, fieldErrors } = readParts(lines, value.lines)
        return (
          refuseFields(fieldErrors) ??
          run('deliver_booking', {
            p_booking: id,
            p_version: value.version,
            p_date: value.date,
            p_lines: { lines: read, remainder: value.remainder },
          })
        )
      },
      done: done('delivery entered.'),
    }),
    cancel: intent({
      permission: BOOKING_ACTIONS.cancel,
      schema: cancelBookingSchema,
      command: ({ run, document: { id }, value: { version, reason, date } }) =>
        orNotFound(
          run('cancel_booking', {
            p_booking: id,
            p_version: version,
            p_reason: reason,
            p_date: date,
          }),
        ),
      done: done('cancelled.'),
    }),
  }
}

interface TypedPart {
  line_id: string
  quantity?: string
  stock_state?: StockState
}

type Part = { line_id: string; quantity: number; stock_state?: StockState }

/** Reads quantities as pieces, each with the frozen case configuration of its line. */
export function readParts(
  lines: readonly Pick<BookingLine, 'id' | 'caseConfig'>[],
  typed: readonly TypedPart[],
): { read: Part[]; fieldErrors: Record<string, string[]> } {
  const fieldErrors: Record<string, string[]> = {}
  const read = typed.flatMap(({ line_id, quantity, stock_state }, index) => {
    const line = lines.find(({ id }) => id === line_id)
    if (!line) throw problem(404)
    if (!quantity) return []
    const pieces = parseQuantity(quantity, line.caseConfig)
    if (pieces === null) {
      fieldErrors[`lines[${index}].quantity`] = ['Enter cases and pieces, such as 3 cs + 5 pc.']
    }
    return pieces ? [{ line_id, quantity: pieces, ...(stock_state ? { stock_state } : {}) }] : []
  })
  return { read, fieldErrors }
}

/** Refuses a form with messages at several of its fields; null when there are none. */
export function refuseFields(fieldErrors: Record<string, string[]>): CommandResult<never> | null {
  if (Object.keys(fieldErrors).length === 0) return null
  return { ok: false, error: { status: 422, code: 'invalid', message: '', fieldErrors } }
}
