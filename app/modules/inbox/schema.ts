import { z } from 'zod/mini'
import { approveSchema } from '~/modules/customers/schema'
import { optionalText } from '~/platform/forms/fields'
import { KIND_NAMES, kindOf } from './kinds'

/** One decision: which document at which version, yes or no, and what that takes. */
export const decisionSchema = z
  .object({
    ...approveSchema.shape,
    kind: z.enum(KIND_NAMES),
    id: z.uuid(),
    /** What the document is called when it is told that it is decided. */
    name: z.string().check(z.trim(), z.maxLength(200)),
    intent: z.enum(['approve', 'reject']),
    reason: optionalText(400),
  })
  .check(
    z.refine(
      ({ kind, intent, reason }) =>
        reason || (intent === 'approve' && kindOf(kind).approve.asks !== 'reason'),
      { path: ['reason'], message: 'Say why.' },
    ),
  )

export type Decision = z.output<typeof decisionSchema>
