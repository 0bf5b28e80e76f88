import { z } from 'zod/mini'
import { checkboxField, optionalText, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { dateField } from '~/platform/values/dates'
import { discountField } from '~/platform/values/discount'
import { isFree, parsePrice } from '~/platform/values/price'
import { quantityField } from '~/platform/values/quantity'

const line = {
  product_id: z.uuid({ error: 'Choose a product.' }),
  quantity: quantityField,
  discount: discountField,
}
/** A price, or the word for goods that are given with the line above. */
const agentSrp = z.string({ error: 'Enter a price.' }).check(
  z.trim(),
  z.refine(
    (text) => isFree(text) || parsePrice(text) !== null,
    'Enter a price such as 96.25, 96.25/cs or 96.25 / 12; or free, for goods given with the line above.',
  ),
  z.refine((text) => !parsePrice(text)?.startsWith('-'), 'The amount cannot be negative.'),
)

const head = {
  customer_id: z.uuid({ error: 'Choose a customer.' }),
  /** The agent; the customer's own when absent. */
  agent_id: z.optional(z.uuid({ error: 'Choose an agent.' })),
  date_added: dateField,
  remarks: optionalText(400),
}
const TOO_FEW = 'Add at least one line.'
const TOO_MANY = 'At most 200 lines; enter the rest as another booking.'

/** Checks booking entry in the page. Choosing a product fills its price, so a price is required. */
export const bookingFormSchema = z.object({
  ...head,
  lines: z
    .array(z.object({ ...line, agent_srp: agentSrp }))
    .check(z.minLength(1, TOO_FEW), z.maxLength(200, TOO_MANY)),
})

/**
 * Checks booking entry in the action. An empty price means the proposed one, because without scripts
 * nothing fills it.
 */
export const bookingSchema = z.object({
  ...head,
  lines: z
    .array(z.object({ ...line, agent_srp: z.optional(agentSrp) }))
    .check(z.minLength(1, TOO_FEW), z.maxLength(200, TOO_MANY)),
})

export const validateSchema = z.object({ version: versionField })

export const overrideSchema = z.object({
  version: versionField,
  reason: textField(400, 'Enter a reason for the override.'),
})

export const deliverSchema = z.object({ version: versionField, date: openDayField })

export const deliverPartSchema = z.object({
  version: versionField,
  date: openDayField,
  remainder: z.enum(['keep', 'release'], {
    error: 'Choose what happens to the undelivered goods.',
  }),
  /** Every line of the booking in its order; an empty quantity delivers nothing. */
  lines: z.array(z.object({ line_id: z.uuid(), quantity: z.optional(z.string().check(z.trim())) })),
})

const reason = textField(400, 'Enter a reason.')

export const cancelBookingSchema = z.object({ version: versionField, reason })

/** The fields depend on the booking and on the permissions of the user who corrects it. */
export const datesSchema = z.object({
  version: versionField,
  reason,
  date_added: z.optional(dateField),
  date_invoiced: z.optional(dateField),
  date_delivered: z.optional(dateField),
})

export const archiveSchema = z.object({
  so_nos: z.string({ error: 'Enter at least one SO number.' }).check(z.trim()),
  status: textField(30, 'Enter a status label such as archived.'),
})

/**
 * Bookings selected for validation. Each has its own idempotency key, so that the outcomes are
 * independent.
 */
export const validationSchema = z.object({
  bookings: z.array(
    z.object({
      id: z.uuid(),
      version: versionField,
      idempotencyKey: z.uuid(),
      chosen: checkboxField,
    }),
  ),
})

/** Bookings selected for delivery on one day. */
export const deliveriesSchema = z.object({
  date: deliverSchema.shape.date,
  ...validationSchema.shape,
})

/** The stages of a booking, in their order. */
export const STAGES = [
  'pending',
  'validated',
  'invoiced',
  'delivered',
  'paid',
  'archived',
  'cancelled',
] as const
