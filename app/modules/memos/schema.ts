import { z } from 'zod/mini'
import { stockStateField } from '~/modules/inventory/bad-orders/schema'
import { optionalText, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { moneyField } from '~/platform/values/money'
import { priceField } from '~/platform/values/price'

const note = optionalText(400)

/** A memo over an amount: `what` is its kind and its reason. */
export const memoSchema = z.object({
  what: z.enum(
    [
      'credit price_allowance',
      'credit write_off',
      'credit other',
      'debit bounced_cheque',
      'debit other',
    ],
    { error: 'Choose the memo type.' },
  ),
  customer_id: z.uuid({ error: 'Choose a customer.' }),
  on_date: openDayField,
  amount: moneyField,
  note,
})

/**
 * A memo for one booking: pieces that come back, an allowance on its lines or an amount, or a debit
 * memo for prices that were too low.
 */
export const bookingMemoSchema = z.object({
  reason: z.enum(['return', 'price_allowance', 'write_off', 'other', 'undercharge'], {
    error: 'Choose the memo type.',
  }),
  on_date: openDayField,
  amount: z.optional(moneyField),
  note,
  /** Every line of the booking in its order. */
  lines: z.optional(
    z
      .array(
        z.object({
          line_id: z.uuid(),
          quantity: z.optional(z.string().check(z.trim())),
          stock_state: stockStateField,
          amount: z.optional(moneyField),
          price_difference: z.optional(priceField),
        }),
      )
      .check(z.maxLength(200, 'At most 200 lines.')),
  ),
})

export const approveMemoSchema = z.object({ version: versionField })
export const cancelMemoSchema = z.object({
  version: versionField,
  reason: textField(400, 'Enter a reason.'),
  date: z.optional(openDayField),
})
