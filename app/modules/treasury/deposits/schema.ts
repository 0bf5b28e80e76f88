import { z } from 'zod/mini'
import { textField, versionField } from '~/platform/forms/fields'

/** The reversal of cash that was entered on a slip by mistake. */
export const takeBackSchema = z.object({
  reason: textField(400, 'Enter a reason.'),
})

/** The correction of a slip's number. */
export const renumberSchema = z.object({
  version: versionField,
  slip_no: textField(40, 'Enter the number.'),
  reason: textField(400, 'Enter a reason.'),
})
