import { z } from 'zod'
import { dateField } from '~/platform/dates'

const invoiceNo = z
  .string({ error: 'Enter the invoice number.' })
  .trim()
  .max(40, 'At most 40 characters.')

const reason = z
  .string({ error: 'Say why it is changed.' })
  .trim()
  .max(400, 'At most 400 characters.')

export const invoiceSchema = z.object({
  /** The version that the reader saw: the command refuses when someone saved meanwhile. */
  version: z.number({ error: 'Reload the page.' }).int(),
  invoice_no: invoiceNo,
  date: dateField,
  /** Needed to change what is set; the database says so. */
  reason: reason.optional(),
})

/** The same for a booking that has its invoice: a change says why. */
export const changeInvoiceSchema = invoiceSchema.extend({ reason })

/** Ticked bookings get the numbers that follow on from the first, in the order of the list. */
export const batchSchema = z.object({
  first_no: invoiceNo,
  date: dateField,
  /** Id and version of each, as `id:version`. */
  bookings: z.array(z.string(), { error: 'Tick at least one.' }).min(1, 'Tick at least one.'),
})
