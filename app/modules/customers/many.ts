import { z } from 'zod/mini'
import { termsDays } from './schema'

/** The form that changes or transfers the selected customers of the list. */
export const selectedCustomersSchema = z
  .object({
    intent: z._default(z.enum(['terms', 'transfer']), 'terms'),
    customer_ids: z
      ._default(z.array(z.uuid()), [])
      .check(z.minLength(1, 'Select at least one customer.')),
    terms_days: z.optional(termsDays),
  })
  .check(
    z.refine(({ intent, terms_days }) => intent !== 'terms' || terms_days !== undefined, {
      path: ['terms_days'],
      error: 'Enter the payment terms in days.',
    }),
  )
