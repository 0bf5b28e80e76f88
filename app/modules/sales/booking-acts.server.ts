import { parseWithZod } from '@conform-to/zod/v4'
import { attempt, type Refusal, refusal } from '~/platform/forms/attempt.server'
import { invalidReply } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { parseQuantity } from '~/platform/values/quantity'
import type { Intent } from './acts'
import {
  type Act,
  cancelBooking,
  deliverBooking,
  setInvoice,
  validateBooking,
} from './commands.server'
import { type BookingLine, readBooking } from './document.server'
import { invoiceSchema } from './invoicing/schema'
import {
  cancelSchema,
  deliverPartSchema,
  deliverSchema,
  overrideSchema,
  validateSchema,
} from './schema'

/** The message after each action, which follows the SO number. */
export const DONE: Record<Intent, string> = {
  validate: 'validated; its goods are reserved.',
  override: 'validated over the credit limit; its goods are reserved.',
  invoice: 'has its invoice.',
  deliver: 'delivered.',
  'deliver-part': 'delivery entered.',
  cancel: 'cancelled.',
}

/** Runs one action on a booking: parses its form, calls its command. */
export function performAct(db: Db, act: Act, intent: Intent, form: FormData): Promise<Refusal> {
  switch (intent) {
    case 'validate':
      return attempt(form, validateSchema, [], (value) => validateBooking(db, act, value))
    case 'override':
      return attempt(form, overrideSchema, ['reason'], (value) => validateBooking(db, act, value))
    case 'invoice':
      return attempt(form, invoiceSchema, ['invoice_no', 'date', 'reason'], (value) =>
        setInvoice(db, act, value),
      )
    case 'deliver':
      return attempt(form, deliverSchema, ['date'], (value) => deliverBooking(db, act, value))
    case 'deliver-part':
      return deliverPart(db, act, form)
    case 'cancel':
      return attempt(form, cancelSchema, ['reason'], (value) => cancelBooking(db, act, value))
  }
}

async function deliverPart(db: Db, act: Act, form: FormData): Promise<Refusal> {
  const submission = parseWithZod(form, { schema: deliverPartSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const { lines, remainder, ...rest } = submission.value
  const booking = await readBooking(db, act.projectId, act.bookingId)
  const { read, errors } = readParts(booking.lines, lines)
  if (Object.keys(errors).length > 0) return reply(submission.reply({ fieldErrors: errors }), 422)
  const result = await deliverBooking(db, act, rest, { lines: read, remainder })
  if (result.ok) return null
  return refusal(submission, result.error, ['date', 'remainder', 'lines'])
}

/** Returns the typed pieces per line, parsed with the line's frozen case config. */
export function readParts(
  lines: readonly Pick<BookingLine, 'id' | 'caseConfig'>[],
  typed: readonly { line_id: string; quantity?: string }[],
): { read: { line_id: string; quantity: number }[]; errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {}
  const read = typed.flatMap(({ line_id, quantity }, index) => {
    const line = lines.find(({ id }) => id === line_id)
    if (!line) throw problem(404)
    if (!quantity) return []
    const pieces = parseQuantity(quantity, line.caseConfig)
    if (pieces === null) {
      errors[`lines[${index}].quantity`] = ['Enter cases and pieces, such as 3 cs + 5 pc.']
    }
    return pieces ? [{ line_id, quantity: pieces }] : []
  })
  return { read, errors }
}
