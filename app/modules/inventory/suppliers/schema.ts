import { z } from 'zod/mini'
import {
  numberField,
  optionalText,
  sureField,
  textField,
  versionField,
} from '~/platform/forms/fields'
import { VAT_CLASSES } from '~/platform/values/vat'

export const supplierSchema = z.object({
  name: textField(200, 'Enter the name.'),
  registered_name: optionalText(200),
  tin: optionalText(60),
  vat_class: z.optional(z.enum(VAT_CLASSES, { error: 'VATable, VAT-exempt or zero-rated.' })),
  terms_days: z.optional(numberField({ missing: 'Enter days such as 30.', min: 0, max: 365 })),
})

/** The form that merges a supplier into another one, which pickers give by its name. */
export const mergeSupplierSchema = z.object({
  version: versionField,
  into: textField(200, 'Choose the supplier to keep.'),
  sure: sureField,
})

export type SupplierValues = z.output<typeof supplierSchema>
