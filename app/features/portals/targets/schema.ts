import { z } from 'zod'
import { moneyField } from '~/platform/money'

/** Most agents that one form sets targets for; the database takes as many lines. */
const MOST = 500

export const targetsSchema = z.object({
  month: z
    .string({ error: 'Choose a month.' })
    .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, 'Choose a month.'),
  targets: z
    .array(
      z.object({
        agent_id: z.uuid({ error: 'Reload the page.' }),
        sales: moneyField.optional(),
        collections: moneyField.optional(),
        seen_sales: moneyField.optional(),
        seen_collections: moneyField.optional(),
      }),
    )
    .max(MOST),
})
