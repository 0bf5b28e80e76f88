import { z } from 'zod/mini'
import { textField, versionField } from '~/platform/forms/fields'
import { dateField } from '~/platform/values/dates'

const invoiceNo = textField(40, 'Enter the invoice number.')

const reason = textField(400, 'Say why it is changed.')

export const invoiceSchema = z.object({
  version: versionField,
  invoice_no: invoiceNo,
  date: dateField,
  /** Needed to change what is set; the database says so. */
  reason: z.optional(reason),
})

/** The same for a booking that has its invoice: a change says why. */
export const changeInvoiceSchema = z.extend(invoiceSchema, { reason })

/** Ticked bookings get the numbers that follow on from the first, in the order of the list. */
export const batchSchema = z.object({
  first_no: invoiceNo,
  date: dateField,
  /** Id and version of each, as `id:version`. */
  bookings: z
    .array(z.string(), { error: 'Tick at least one.' })
    .check(z.minLength(1, 'Tick at least one.')),
})
