import { z } from 'zod'
import { dateField } from '~/platform/dates'
import { parseMoney } from '~/platform/money'

/** What the bank says of an account; below zero when it is overdrawn. */
export const balanceSchema = z.object({
  on_date: dateField,
  balance: z
    .string({ error: 'Enter the balance.' })
    .trim()
    .transform((text, context) => {
      const amount = parseMoney(text)
      if (amount) return amount
      context.addIssue({
        code: 'custom',
        message: 'Enter an amount such as 1,234.50, or -50 when it is overdrawn.',
      })
      return z.NEVER
    }),
  remarks: z.string().trim().max(400, 'At most 400 characters.').optional(),
})
