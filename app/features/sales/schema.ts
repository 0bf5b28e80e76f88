import { z } from 'zod'
import { dateField } from '~/platform/dates'
import { moneyField } from '~/platform/money'
import { quantityField } from '~/platform/quantity'

const line = {
  product_id: z.uuid({ error: 'Choose a product.' }),
  quantity: quantityField,
}
const head = {
  customer_id: z.uuid({ error: 'Choose a customer.' }),
  /** Empty: the customer's own agent. */
  agent_id: z.uuid({ error: 'Choose an agent.' }).optional(),
  date_added: dateField,
  remarks: z.string().trim().max(400, 'At most 400 characters.').optional(),
}
const TOO_FEW = 'Add at least one line.'
const TOO_MANY = 'At most 200 lines; enter the rest as another booking.'

/** Booking entry as the page checks it: picking a product fills its price, so none is missing. */
export const bookingFormSchema = z.object({
  ...head,
  lines: z
    .array(z.object({ ...line, agent_srp: moneyField }))
    .min(1, TOO_FEW)
    .max(200, TOO_MANY),
})

/** The same as the action takes it: without scripts an empty price means the live SRP. */
export const bookingSchema = z.object({
  ...head,
  lines: z
    .array(z.object({ ...line, agent_srp: moneyField.optional() }))
    .min(1, TOO_FEW)
    .max(200, TOO_MANY),
})

/** The version that the reader saw: a command refuses when someone saved meanwhile. */
const version = z.number({ error: 'Reload the page.' }).int()

export const validateSchema = z.object({ version })

export const overrideSchema = z.object({
  version,
  reason: z
    .string({ error: 'Say why the limit may be exceeded.' })
    .trim()
    .max(400, 'At most 400 characters.'),
})

export const deliverSchema = z.object({ version, date: dateField })

export const deliverPartSchema = z.object({
  version,
  date: dateField,
  remainder: z.enum(['keep', 'release'], { error: 'Keep or release what is not delivered.' }),
  /** Every line of the booking in its order; an empty quantity delivers nothing of it. */
  lines: z.array(z.object({ line_id: z.uuid(), quantity: z.string().trim().optional() })),
})

const reason = z.string({ error: 'Say why.' }).trim().max(400, 'At most 400 characters.')

export const cancelSchema = z.object({ version, reason })

/** Which of the dates are there depends on the booking and on who corrects them. */
export const datesSchema = z.object({
  version,
  reason,
  date_added: dateField.optional(),
  date_invoiced: dateField.optional(),
  date_delivered: dateField.optional(),
})

export const archiveSchema = z.object({
  so_nos: z.string({ error: 'Enter at least one SO number.' }).trim(),
  status: z
    .string({ error: 'Enter a word such as archived.' })
    .trim()
    .max(30, 'At most 30 characters.'),
})

/** Bookings chosen to be validated; each has its own operation, so that each outcome stands by itself. */
export const validationSchema = z.object({
  bookings: z.array(
    z.object({
      id: z.uuid(),
      version: z.number({ error: 'Reload the page.' }).int(),
      op: z.uuid(),
      chosen: z.boolean().default(false),
    }),
  ),
})

/** The stages of a booking, in the order in which it goes through them. */
export const STAGES = [
  'pending',
  'validated',
  'invoiced',
  'delivered',
  'paid',
  'archived',
  'cancelled',
] as const
