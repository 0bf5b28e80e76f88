import { z } from 'zod'
import { dateField } from '~/platform/dates'
import { moneyField } from '~/platform/money'
import { quantityField } from '~/platform/quantity'

export const purchaseSchema = z.object({
  po_no: z.string({ error: 'Enter the PO number.' }).trim().max(60, 'At most 60 characters.'),
  supplier: z.string({ error: 'Enter the supplier.' }).trim().max(200, 'At most 200 characters.'),
  invoice_no: z.string().trim().max(60, 'At most 60 characters.').optional(),
  kind: z.enum(['purchase', 'return_in', 'supplier_return'], {
    error: 'Choose the kind of record.',
  }),
  date_added: dateField,
  invoice_date: dateField.optional(),
  delivery_date: dateField.optional(),
  /** Ids of the records with the same number that the person has seen and does not mind. */
  again: z.string().optional(),
  lines: z
    .array(
      z.object({
        product_id: z.uuid({ error: 'Choose a product.' }),
        quantity: quantityField,
        cost: moneyField,
        prod_srp: moneyField.optional(),
      }),
    )
    .min(1, 'Add at least one line.')
    .max(500, 'At most 500 lines; enter the rest as another record.'),
})

export const cancelPurchaseSchema = z.object({
  version: z.number({ error: 'Reload the page.' }).int(),
  reason: z
    .string({ error: 'Say why it is cancelled.' })
    .trim()
    .max(400, 'At most 400 characters.'),
})
