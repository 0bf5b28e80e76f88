import { z } from 'zod/mini'
import { textField } from '~/platform/forms/fields'

/** The reversal of cash that was entered on a slip by mistake. */
export const takeBackSchema = z.object({
  reason: textField(400, 'Enter a reason.'),
})
