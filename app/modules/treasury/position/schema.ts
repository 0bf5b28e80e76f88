import { z } from 'zod/mini'
import { checkboxField, optionalText } from '~/platform/forms/fields'
import { parseMoney } from '~/platform/values/money'
import { dateField } from '~/platform/values/typed-days'

/** A statement balance of a bank account; negative when it is overdrawn. */
export const balanceSchema = z.object({
  on_date: dateField,
  balance: z.pipe(
    z.string({ error: 'Enter the balance.' }).check(z.trim()),
    z.transform((text: string, { issues }) => {
      const amount = parseMoney(text)
      if (amount) return amount
      issues.push({
        code: 'custom',
        message: 'Enter an amount such as 1,234.50, or -50 when it is overdrawn.',
        input: text,
      })
      return z.NEVER
    }),
  ),
  remarks: optionalText(400),
  /** Posts the difference from the book balance, such as interest. */
  adjust: checkboxField,
})
