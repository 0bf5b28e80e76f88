import { z } from 'zod/mini'

/** The form that gives a print its number. */
export const printSchema = z.object({
  /** The filters in words. */
  described: z._default(z.string(), ''),
})
