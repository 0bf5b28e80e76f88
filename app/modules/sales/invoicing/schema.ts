import { z } from 'zod/mini'
import { textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { dateField } from '~/platform/values/typed-days'

const invoiceNo = textField(40, 'Enter the invoice number.')

const reason = textField(400, 'Enter a reason for the change.')

export const invoiceSchema = z.object({
  version: versionField,
  invoice_no: invoiceNo,
  date: openDayField,
  /** The reason is required for a change; the database checks that. */
  reason: z.optional(reason),
})

/**
 * The same for a booking with an invoice: a change needs a reason. The number of a closed day may change; the database
 * refuses to move the date from or to one.
 */
export const changeInvoiceSchema = z.extend(invoiceSchema, { date: dateField, reason })

/**
 * The selected bookings get consecutive numbers from the first one on, in the order of the list.
 */
export const batchSchema = z.object({
  first_no: invoiceNo,
  date: openDayField,
  /** The id and version of each, as `id:version`. */
  bookings: z
    .array(z.string(), { error: 'Select at least one.' })
    .check(z.minLength(1, 'Select at least one.')),
})
