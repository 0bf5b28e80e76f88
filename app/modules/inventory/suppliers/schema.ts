import { z } from 'zod/mini'
import { optionalText, textField } from '~/platform/forms/fields'
import { VAT_CLASSES } from '~/platform/values/vat'

export const supplierSchema = z.object({
  name: textField(200, 'Enter the name.'),
  registered_name: optionalText(200),
  tin: optionalText(60),
  vat_class: z.optional(z.enum(VAT_CLASSES, { error: 'VATable, VAT-exempt or zero-rated.' })),
  terms_days: z.optional(
    z
      .number({ error: 'Enter days such as 30.' })
      .check(z.int('Whole days.'), z.minimum(0, 'Not below 0.'), z.maximum(365, 'At most 365.')),
  ),
})

export type SupplierValues = z.output<typeof supplierSchema>
