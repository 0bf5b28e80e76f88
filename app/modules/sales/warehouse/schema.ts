import { z } from 'zod/mini'
import { stockStateField } from '~/modules/inventory/bad-orders/schema'
import { textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'

const text = textField(400, 'Enter a reason.')

export const warehouseRequestSchema = z.object({
  kind: z.enum(['hold', 'reduce', 'take_back'], {
    error: 'Choose hold, reduce quantity or return.',
  }),
  reason: text,
  /** Every line of the booking in its order; an empty quantity requests nothing. */
  lines: z
    .array(
      z.object({
        line_id: z.uuid(),
        quantity: z.optional(z.string().check(z.trim())),
        stock_state: stockStateField,
      }),
    )
    .check(z.maxLength(200, 'At most 200 lines.')),
})

export const decideRequestSchema = z
  .object({
    version: versionField,
    decision: z.enum(['approved', 'rejected'], { error: 'Approve or reject.' }),
    note: z.optional(text),
    /** The day from which goods are released or come back; a hold has none. */
    date: z.optional(openDayField),
  })
  .check(
    z.refine(({ decision, note }) => decision === 'approved' || note, {
      path: ['note'],
      message: 'Enter a reason for the rejection.',
    }),
  )

export const doneSchema = z.object({ version: versionField, decision: z.literal('done') })
