import { z } from 'zod/mini'
import { optionalText, textField } from '~/platform/forms/fields'

const items = ['quantity', 'cost', 'prod_srp'] as const

export const requestSchema = z.object({
  item_to_edit: z.enum(items, { error: 'Choose the value to correct.' }),
  /** Cases and pieces, or an amount. The action reads it by the chosen figure. */
  what_edit: z.string({ error: 'Enter the correct value.' }).check(z.trim()),
  is_change_live_srp: z.optional(z.boolean()),
  reason: textField(400, 'Enter a reason.'),
})

export const decideSchema = z
  .object({
    /** Holds "id~version~idempotencyKey" of each selected request. */
    picked: z
      .array(z.string().check(z.regex(/^[0-9a-f-]{36}~\d+~[0-9a-f-]{36}$/)))
      .check(z.minLength(1, 'Select at least one request.')),
    /** The decision. */
    intent: z.enum(['approved', 'rejected'], { error: 'Press Approve or Reject.' }),
    note: optionalText(400),
  })
  .check(
    z.refine(({ intent, note }) => intent === 'approved' || Boolean(note), {
      path: ['note'],
      message: 'Enter a reason for the rejection.',
    }),
  )
