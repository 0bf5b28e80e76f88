import { z } from 'zod/mini'
import { moneyField } from '~/platform/values/money'

/** The most agents that one form sets targets for; the database has the same limit. */
const MOST = 500

export const targetsSchema = z.object({
  month: z
    .string({ error: 'Choose a month.' })
    .check(z.regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'Choose a month.')),
  targets: z
    .array(
      z.object({
        agent_id: z.uuid({ error: 'Reload the page.' }),
        sales: z.optional(moneyField),
        collections: z.optional(moneyField),
        seen_sales: z.optional(moneyField),
        seen_collections: z.optional(moneyField),
      }),
    )
    .check(z.maxLength(MOST)),
})
