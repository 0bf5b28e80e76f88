import { z } from 'zod'
import { dateField } from '~/platform/dates'
import { moneyField } from '~/platform/money'
import { quantityField } from '~/platform/quantity'

const text = (max = 200) => z.string().trim().max(max, `At most ${max} characters.`).optional()

/** Kinds of a purchase record (decision 10): returns never mix into gross purchases. */
export const PURCHASE_KINDS = [
  { value: 'purchase', label: 'Purchase' },
  { value: 'return_in', label: 'Return from customers' },
  { value: 'supplier_return', label: 'Return to supplier' },
] as const

export const purchaseSchema = z.object({
  po_no: z.string({ error: 'Enter the PO number.' }).trim().max(60, 'At most 60 characters.'),
  supplier: z.string({ error: 'Enter the supplier.' }).trim().max(200, 'At most 200 characters.'),
  invoice_no: text(60),
  kind: z.enum(['purchase', 'return_in', 'supplier_return'], {
    error: 'Choose the kind of record.',
  }),
  date_added: dateField,
  invoice_date: dateField.optional(),
  delivery_date: dateField.optional(),
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
