import { z } from 'zod'
import { moneyField } from '~/platform/money'
import { parseQuantity } from '~/platform/quantity'

const text = (max = 200) => z.string().trim().max(max, `At most ${max} characters.`).optional()

/** Pieces, or cases and pieces, zero included: the reading of it needs the case config beside it. */
const reorderField = z
  .string()
  .trim()
  .refine((typed) => parseQuantity(typed, 1) !== null, 'Enter pieces, or cases such as 3 cs.')

export const productSchema = z
  .object({
    description: z
      .string({ error: 'Enter a description.' })
      .trim()
      .max(200, 'At most 200 characters.'),
    material_code: z
      .string({ error: 'Enter the material code.' })
      .trim()
      .max(60, 'At most 60 characters.'),
    supplier: text(),
    category1: text(),
    category2: text(),
    category3: text(),
    unit_of_measure: z
      .string({ error: 'Enter the unit, such as pc.' })
      .trim()
      .max(20, 'At most 20 characters.'),
    case_config: z
      .number({ error: 'Enter how many pieces a case holds.' })
      .int('Enter a whole number.')
      .min(1, 'A case holds at least one piece.')
      .max(100000, 'At most 100,000 pieces.'),
    liters_per_case: z
      .string()
      .trim()
      .regex(/^\d{1,7}(\.\d{1,3})?$/, 'Enter litres such as 12.5.')
      .optional(),
    def_cost: moneyField,
    def_srp: moneyField,
    selected_color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'Choose a colour.')
      .transform((colour) => colour.toLowerCase())
      .optional(),
    reorder_level: reorderField.optional(),
  })
  .superRefine((product, context) => {
    if ((reorderPieces(product) ?? 0) > 100_000_000)
      context.addIssue({ code: 'custom', path: ['reorder_level'], message: 'That is too many.' })
  })

/** The reorder level in pieces; null when it is not watched. */
export function reorderPieces(product: {
  reorder_level?: string
  case_config: number
}): number | null {
  return product.reorder_level
    ? (parseQuantity(product.reorder_level, product.case_config) ?? Number.POSITIVE_INFINITY)
    : null
}

/** What the form gives: texts trimmed, amounts exact, the reorder level as it was typed. */
export type ProductValues = z.output<typeof productSchema>

/** Deactivating and reactivating; the version is what the person saw. */
export const statusSchema = z.object({
  status: z.enum(['active', 'inactive']),
  version: z.number().int(),
})
