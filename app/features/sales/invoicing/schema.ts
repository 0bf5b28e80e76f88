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
