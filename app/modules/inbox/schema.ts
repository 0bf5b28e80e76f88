import { z } from 'zod/mini'
import { approveCustomerSchema } from '~/modules/customers/schema'
import { optionalText, textField } from '~/platform/forms/fields'
import { KIND_NAMES, kindOf } from './kinds'

/** One decision: document, version, approval or rejection, and the further input. */
export const inboxDecisionSchema = z
  .object({
    ...approveCustomerSchema.shape,
    kind: z.enum(KIND_NAMES),
    id: z.uuid(),
    /** The document's name for the message after the decision. */
    name: z.string().check(z.trim(), z.maxLength(200)),
    intent: z.enum(['approve', 'reject']),
    reason: optionalText(400),
  })
  .check(
    z.refine(
      ({ kind, intent, reason }) =>
        reason || (intent === 'approve' && kindOf(kind).approve.asks !== 'reason'),
      { path: ['reason'], message: 'Enter a reason.' },
    ),
  )

/** What the page checks of a rejection before it is sent. */
export const rejectionSchema = z.object({ reason: textField(400, 'Enter a reason.') })

export type InboxDecision = z.output<typeof inboxDecisionSchema>
