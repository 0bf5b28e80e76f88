import { z } from 'zod'

/** Cash of a slip that was entered by mistake. */
export const takeBackSchema = z.object({
  reason: z.string({ error: 'Say why.' }).trim().max(400, 'At most 400 characters.'),
})
