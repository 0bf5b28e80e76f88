import { z } from 'zod/mini'
import { textField } from '~/platform/forms/fields'

/** Cash of a slip that was entered by mistake. */
export const takeBackSchema = z.object({
  reason: textField(400, 'Say why.'),
})
