import { z } from 'zod/mini'
import { checkboxField } from '~/platform/forms/fields'

/** The form that saves the filters of a list under a name. */
export const viewSchema = z.object({
  name: z
    .string({ error: 'Enter a name.' })
    .check(z.trim(), z.maxLength(60, 'At most 60 letters.')),
  shared: checkboxField,
})
