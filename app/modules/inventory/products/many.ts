import { z } from 'zod/mini'
import { optionalText } from '~/platform/forms/fields'

/** The form that changes the selected products of the list. */
export const selectedProductsSchema = z
  .object({
    intent: z._default(z.literal('change'), 'change'),
    product_ids: z
      ._default(z.array(z.uuid()), [])
      .check(z.minLength(1, 'Select at least one product.')),
    reorder_level: optionalText(20),
    def_srp: optionalText(20),
  })
  .check(
    z.refine(({ reorder_level, def_srp }) => reorder_level || def_srp, {
      path: ['reorder_level'],
      error: 'Enter a reorder level or a price.',
    }),
  )
