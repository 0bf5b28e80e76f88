import { z } from 'zod'
import { dateField } from '~/platform/dates'

const customers = z
  .array(z.uuid())
  .min(1, 'Choose at least one customer.')
  .max(500, 'At most 500 customers at once.')

/** Who is looked at before a transfer. */
export const chosenSchema = z.object({ customer_ids: customers })

export const transferSchema = z.object({
  customer_ids: customers,
  target_agent_id: z.uuid({ error: 'Choose the agent who takes them over.' }),
  effective_on: dateField,
  move_pending: z.boolean().default(false),
  reason: z
    .string({ error: 'Say why, for whoever asks later.' })
    .trim()
    .max(400, 'At most 400 characters.'),
})
