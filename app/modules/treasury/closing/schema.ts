import { z } from 'zod/mini'
import { textField } from '~/platform/forms/fields'
import { dateField } from '~/platform/values/typed-days'

const reason = textField(400, 'Enter a reason.')

export const closeSchema = z.object({ through: dateField, reason })

/** Without a day all days are opened. */
export const reopenSchema = z.object({ through: z.optional(dateField), reason })
