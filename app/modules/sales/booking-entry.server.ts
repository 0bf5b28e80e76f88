import { parseWithZod } from '@conform-to/zod/v4'
import type { CommandError, CommandResult } from '~/platform/db/command.server'
import { readIdempotencyKey } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { parseQuantity } from '~/platform/values/quantity'
import { withoutBlankTail } from '~/ui/blank-tail'
import { createBooking, type NewBooking, updateBooking } from './commands.server'
import { type LineProduct, readLineProducts } from './queries.server'
import { bookingSchema } from './schema'

type Submission = ReturnType<typeof parseBooking>
type Typed = Extract<Submission, { status: 'success' }>['value']

/** Parses booking entry, with or without scripts, and drops empty lines at the end. */
export function parseBooking(form: FormData) {
  return parseWithZod(withoutBlankTail(form), { schema: bookingSchema })
}

/** Returns the chosen customer and products for the panel; the form may be incomplete. */
export function chosenIn({ payload }: Submission): { customer: string | null; products: string[] } {
  const text = (value: unknown) => (typeof value === 'string' && value ? value : null)
  const lines = Array.isArray(payload.lines) ? payload.lines : []
  return {
    customer: text(payload.customer_id),
    products: lines.flatMap((line) => text((line as Record<string, unknown>)?.product_id) ?? []),
  }
}

/** Returns the form's answer after a refusal, with the message at its field. */
export function refusedBooking(submission: Submission, { field, message }: CommandError) {
  return submission.reply(
    field ? { fieldErrors: { [field]: [message] } } : { formErrors: [message] },
  )
}

/**
 * Creates a booking from a parsed form, or updates the pending one `edit`. Quantities become
 * pieces, and empty prices the current SRP.
 */
export async function enterBooking(
  db: Db,
  projectId: string,
  form: FormData,
  typed: Typed,
  edit?: { bookingId: string; version: number },
): Promise<CommandResult<{ id: string; so_no: string }>> {
  const ids = typed.lines.map((line) => line.product_id)
  const booking = toCommand(typed, await readLineProducts(db, projectId, ids))
  if ('field' in booking) {
    return { ok: false, error: { status: 422, code: 'product', ...booking } }
  }
  const idempotencyKey = readIdempotencyKey(form)
  if (!edit) return createBooking(db, projectId, idempotencyKey, booking)
  return updateBooking(
    db,
    { projectId, idempotencyKey, bookingId: edit.bookingId },
    edit.version,
    booking,
  )
}

function toCommand(
  typed: Typed,
  products: ReadonlyMap<string, LineProduct>,
): NewBooking | { field: string; message: string } {
  const lines: NewBooking['lines'] = []
  for (const [index, line] of typed.lines.entries()) {
    const product = products.get(line.product_id)
    if (!product) {
      return { field: `lines[${index}].product_id`, message: 'Choose an active product.' }
    }
    const quantity = parseQuantity(line.quantity, product.caseConfig)
    if (quantity === null) {
      return { field: `lines[${index}].quantity`, message: 'The quantity is too large.' }
    }
    lines.push({
      product_id: line.product_id,
      quantity,
      agent_srp: line.agent_srp ?? product.currentSrp,
    })
  }
  return { ...typed, lines }
}
