import { z } from 'zod/mini'
import { optionalText, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { moneyField } from '~/platform/values/money'

/** The cash of a remittance by note and coin. */
export const denominationsField = z
  .array(
    z.object({
      value: moneyField,
      count: z.optional(z.string().check(z.trim(), z.regex(/^\d{1,6}$/, 'A whole number.'))),
    }),
  )
  .check(z.maxLength(50))

/** A remittance: the number of its paper, the selected receipts, and the cash by note and coin. */
export const remittanceSchema = z.object({
  drr_no: textField(40, 'Enter the number.'),
  remitted_on: openDayField,
  collection_ids: z
    .array(z.uuid({ error: 'Reload the page.' }))
    .check(
      z.minLength(1, 'Select the receipts to remit.'),
      z.maxLength(500, 'At most 500 receipts at a time.'),
    ),
  denominations: z._default(denominationsField, []),
  variance_reason: optionalText(400),
  remarks: optionalText(400),
})

export const cancelRemittanceSchema = z.object({
  version: versionField,
  reason: textField(400, 'Enter a reason.'),
  date: z.optional(openDayField),
})

/** The states of a remittance, for filters. */
export const REMITTANCE_STATUSES = ['received', 'cancelled'] as const
