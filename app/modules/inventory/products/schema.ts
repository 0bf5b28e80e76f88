import { z } from 'zod/mini'
import {
  checkboxField,
  numberField,
  optionalText,
  sureField,
  textField,
  versionField,
} from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { readNumber } from '~/platform/values/numbers'
import { priceField } from '~/platform/values/price'
import { parseQuantity } from '~/platform/values/quantity'
import { vatClassField } from '~/platform/values/vat'

/** Liters with three decimals. "1.500" may mean 1,500 as well, so zeros at the end of three are refused. */
const litersField = z.pipe(
  z.string().check(z.trim()),
  z.transform((typed: string, { issues }) => {
    const liters = /\.\d\d0$/.test(typed) ? null : readNumber(typed, { decimals: 3 })
    if (liters !== null && !liters.startsWith('-') && liters.split('.')[0]!.length <= 7)
      return liters
    issues.push({ code: 'custom', message: 'Enter liters such as 12.5.', input: typed })
    return z.NEVER
  }),
)

/**
 * A field for cases and pieces, zero included. Converting it needs the case config of the same
 * form.
 */
const reorderField = z.string().check(
  z.trim(),
  z.refine((typed) => parseQuantity(typed, 1) !== null, 'Enter pieces, or cases such as 3 cs.'),
)

export const productSchema = z
  .object({
    description: textField(200, 'Enter a product name.'),
    material_code: textField(60, 'Enter the material code.'),
    supplier: optionalText(200),
    /** True for a supplier whom the company does not have yet. */
    new_supplier: checkboxField,
    category1: optionalText(200),
    category2: optionalText(200),
    category3: optionalText(200),
    category_from: z.optional(openDayField),
    unit_of_measure: textField(20, 'Enter the unit, such as pc.'),
    case_config: numberField({
      ...{ missing: 'Enter the pieces per case as a whole number.', min: 1, max: 100_000 },
    }),
    liters_per_case: z.optional(litersField),
    price_unit: z._default(z.enum(['piece', 'case'], { error: 'Choose a unit.' }), 'piece'),
    vat_class: vatClassField,
    def_cost: priceField,
    def_srp: priceField,
    selected_color: z.optional(
      z.pipe(
        z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'Choose a color.')),
        z.transform((color) => color.toLowerCase()),
      ),
    ),
    reorder_level: z.optional(reorderField),
  })
  .check(
    z.superRefine((product, context) => {
      if ((reorderPieces(product) ?? 0) > 100_000_000)
        context.addIssue({
          code: 'custom',
          path: ['reorder_level'],
          message: 'The number is too large.',
        })
    }),
  )

/** Returns the reorder level in pieces; null when the product is not watched. */
export function reorderPieces(product: {
  reorder_level?: string
  case_config: number
}): number | null {
  return product.reorder_level
    ? (parseQuantity(product.reorder_level, product.case_config) ?? Number.POSITIVE_INFINITY)
    : null
}

/** The values of the form: texts trimmed, amounts exact, the reorder level as typed. */
export type ProductValues = z.output<typeof productSchema>

/** The form that merges a product into another one. */
export const mergeProductSchema = z.object({
  version: versionField,
  into: z.uuid({ error: 'Choose the product to keep.' }),
  sure: sureField,
})

/** The form that deactivates and reactivates a product, with the version that the user saw. */
export const statusSchema = z.object({
  status: z.enum(['active', 'inactive']),
  version: versionField,
})
