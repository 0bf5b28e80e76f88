import { z } from 'zod/mini'
import { checkboxField, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { dateField } from '~/platform/values/typed-days'

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

export const cancelBookingSchema = z.object({
  version: versionField,
  reason,
  date: z.optional(openDayField),
})

/** The fields depend on the booking and on the permissions of the user who corrects it. */
export const datesSchema = z.object({
  version: versionField,
  reason,
  date_added: z.optional(dateField),
  date_invoiced: z.optional(dateField),
  date_delivered: z.optional(dateField),
  /** Days of a booking that was delivered in parts, each with its new day. */
  deliveries: z._default(z.array(z.object({ from: dateField, to: z.optional(dateField) })), []),
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

/** The filters for bookings of which something is still to be delivered: pending too, or validated and invoiced ones. */
export const OPEN_STAGES = ['open', 'undelivered', 'overdue'] as const

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
