import { z } from 'zod/mini'
import { checkboxField, optionalText, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { priceField } from '~/platform/values/price'
import { quantityField } from '~/platform/values/quantity'
import { dateField } from '~/platform/values/typed-days'
import { VAT_CLASSES } from '~/platform/values/vat'

export const purchaseSchema = z
  .object({
    po_no: textField(60, 'Enter the PO number.'),
    supplier: textField(200, 'Enter the supplier.'),
    /** True for a supplier whom the company does not have yet. */
    new_supplier: checkboxField,
    invoice_no: optionalText(60),
    kind: z.enum(['purchase', 'return_in', 'supplier_return'], {
      error: 'Choose the type.',
    }),
    /** Who brought the goods back. */
    customer_id: z.optional(z.uuid({ error: 'Choose a customer.' })),
    date_added: dateField,
    invoice_date: z.optional(dateField),
    delivery_date: z.optional(openDayField),
    /** True when the supplier's invoice shows VAT, which is claimed then. */
    with_vat: checkboxField,
    /** Ids of the records with the same number that the user has confirmed. */
    again: z.optional(z.string()),
    lines: z
      .array(
        z.object({
          product_id: z.uuid({ error: 'Choose a product.' }),
          quantity: quantityField,
          cost: priceField,
          prod_srp: z.optional(priceField),
          /** The class on a supplier's invoice with VAT; the product's own when empty. */
          vat_class: z.optional(
            z.enum(VAT_CLASSES, { error: 'VATable, VAT-exempt or zero-rated.' }),
          ),
        }),
      )
      .check(
        z.minLength(1, 'Add at least one line.'),
        z.maxLength(500, 'At most 500 lines; enter the rest as another purchase.'),
      ),
  })
  .check(
    z.superRefine(({ kind, customer_id, lines }, context) => {
      if (kind !== 'return_in') return
      const missing = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      if (!customer_id) missing(['customer_id'], 'Choose the customer who returned the goods.')
      for (const [index, { prod_srp }] of lines.entries())
        if (prod_srp === undefined)
          missing(['lines', index, 'prod_srp'], 'Enter the credit per unit, 0 for free goods.')
    }),
  )

export const cancelPurchaseSchema = z.object({
  version: versionField,
  reason: textField(400, 'Enter a reason for the cancellation.'),
  date: z.optional(openDayField),
})
