import { z } from 'zod'

export const nameSchema = z.object({
  name: z
    .string({ error: 'Enter a name.' })
    .trim()
    .min(1, 'Enter a name.')
    .max(80, 'Use at most 80 characters.'),
})
