import { z } from 'zod'

/**
 * Receipts chosen to be approved or cancelled; each has its own operation, so that each outcome stands
 * by itself. One reason goes for all that are cancelled.
 */
export const approvalSchema = z
  .object({
    intent: z.enum(['approve', 'cancel']).default('approve'),
    reason: z.string().trim().max(400, 'At most 400 characters.').optional(),
    receipts: z.array(
      z.object({
        id: z.uuid(),
        version: z.number({ error: 'Reload the page.' }).int(),
        op: z.uuid(),
        chosen: z.boolean().default(false),
      }),
    ),
  })
  .refine(({ intent, reason }) => intent === 'approve' || reason, {
    path: ['reason'],
    error: 'Say why.',
  })
