import { z } from 'zod'

/** The form that keeps filters under a name. */
export const viewSchema = z.object({
  name: z.string({ error: 'Give it a name.' }).trim().max(60, 'At most 60 letters.'),
  shared: z.boolean().default(false),
  /** The filters as the screen has them. */
  search: z.string().default(''),
})
