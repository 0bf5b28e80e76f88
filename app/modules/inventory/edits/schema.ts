import { z } from 'zod/mini'
import { optionalText, textField } from '~/platform/forms/fields'

const items = ['quantity', 'cost', 'prod_srp'] as const

export const requestSchema = z.object({
  item_to_edit: z.enum(items, { error: 'Choose what is wrong.' }),
  /** Cases and pieces, or an amount. The action reads it by the chosen figure. */
  what_edit: z.string({ error: 'Enter what it should be.' }).check(z.trim()),
  is_change_live_srp: z.optional(z.boolean()),
  reason: textField(400, 'Say why.'),
})

export const decideSchema = z
  .object({
    /** Holds "id~version~idempotencyKey" of each selected request. */
    picked: z
      .array(z.string().check(z.regex(/^[0-9a-f-]{36}~\d+~[0-9a-f-]{36}$/)))
      .check(z.minLength(1, 'Tick at least one request.')),
    decision: z.enum(['approved', 'rejected'], { error: 'Press Approve or Reject.' }),
    note: optionalText(400),
  })
  .check(
    z.refine(({ decision, note }) => decision === 'approved' || Boolean(note), {
      path: ['note'],
      message: 'Say why it is rejected.',
    }),
  )
