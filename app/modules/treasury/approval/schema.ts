import { z } from 'zod/mini'
import { checkboxField, optionalText, versionField } from '~/platform/forms/fields'

/**
 * Receipts selected for approval or cancellation. Each has its own idempotency key, so that the
 * outcomes are independent. One reason applies to all that are cancelled.
 */
export const approvalSchema = z
  .object({
    intent: z._default(z.enum(['approve', 'cancel']), 'approve'),
    reason: optionalText(400),
    receipts: z.array(
      z.object({
        id: z.uuid(),
        version: versionField,
        idempotencyKey: z.uuid(),
        chosen: checkboxField,
      }),
    ),
  })
  .check(
    z.refine(({ intent, reason }) => intent === 'approve' || reason, {
      path: ['reason'],
      error: 'Enter a reason.',
    }),
  )
