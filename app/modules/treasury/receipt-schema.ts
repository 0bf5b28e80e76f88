import { z } from 'zod/mini'
import { COLLECTION_TYPES } from '~/modules/receivables/collection-types'
import { optionalText, textField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { moneyField, toCents } from '~/platform/values/money'
import { dateField } from '~/platform/values/typed-days'

/** The fields of a cheque on a receipt, beside its type. */
const chequeFields = {
  cheque_bank: optionalText(100),
  cheque_no: optionalText(40),
  cheque_date: z.optional(dateField),
}

type ChequeValues = { collection_type: string } & Partial<Record<keyof typeof chequeFields, string>>

/** Checks that a cheque has its bank, number and date. */
function requireCheque(value: ChequeValues, context: z.core.$RefinementCtx): void {
  if (value.collection_type !== 'cheque') return
  const missing = {
    cheque_bank: 'Enter the bank that is printed on the cheque.',
    cheque_no: 'Enter the cheque number.',
    cheque_date: 'Enter the date of the cheque.',
  }
  for (const [name, message] of Object.entries(missing))
    if (!value[name as keyof typeof missing])
      context.addIssue({ code: 'custom', path: [name], message })
}

/** One means of payment of a receipt; the other types' fields are ignored. */
const partSchema = z
  .object({
    amount: moneyField.check(
      z.refine((amount) => toCents(amount) > 0n, 'Enter an amount above zero.'),
    ),
    collection_type: z.enum(COLLECTION_TYPES, { error: 'Choose the payment type.' }),
    bank_id: z.optional(z.uuid({ error: 'Choose an account.' })),
    reference_no: optionalText(40),
    ...chequeFields,
  })
  .check(z.superRefine(requireCheque))

/** The most parts of a receipt: the limit of `record_receipt`. */
export const MOST_PARTS = 20

/** The papers and the parts of a receipt, whatever it pays. */
export const receiptFields = {
  parts: z
    .array(partSchema)
    .check(
      z.minLength(1, 'Enter the payment type and the amount.'),
      z.maxLength(MOST_PARTS, `At most ${MOST_PARTS} parts.`),
    ),
  date_collected: openDayField,
  cr_no: textField(40, 'Enter the CR number.'),
  cr_date: dateField,
  /** Why numbers of its booklet are skipped. */
  skip_reason: optionalText(400),
  /** The collector who took the money in the field; absent for the office. */
  collector_id: z.optional(z.uuid({ error: 'Choose who collected it.' })),
  drr_no: optionalText(40),
  drr_date: z.optional(dateField),
  remarks: optionalText(400),
}
