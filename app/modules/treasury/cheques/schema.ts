import { z } from 'zod/mini'
import { optionalText, selectedRowField, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { dateField } from '~/platform/values/dates'
import { moneyField, toCents } from '~/platform/values/money'

/** The fields that every deposit slip has. */
const slipFields = {
  bank_id: z.uuid({ error: 'Choose a bank account.' }),
  slip_no: textField(40, 'Enter the number of the slip.'),
  deposited_on: openDayField,
}

/** A slip with cash only. */
export const cashDepositSchema = z.object({
  ...slipFields,
  cash: moneyField.check(z.refine((amount) => toCents(amount) > 0n, 'Enter an amount above zero.')),
})

/**
 * Cheques and cash that are deposited together. Each cheque is sent as `id:version`, as its row was
 * read.
 */
export const depositSchema = z
  .object({
    ...slipFields,
    cash: z.optional(moneyField),
    cheques: z._default(
      z.array(selectedRowField).check(z.maxLength(200, 'At most 200 cheques on a slip.')),
      [],
    ),
  })
  .check(
    z.refine(({ cheques, cash }) => cheques?.length > 0 || (cash && cash !== '0.00'), {
      path: ['cheques'],
      error: 'Tick the cheques that go to the bank.',
      // This error is shown together with those of the other fields.
      when: () => true,
    }),
  )

/** The clearing of a deposited cheque. */
export const clearSchema = z.object({ version: versionField, date: openDayField })

export const returnSchema = z.object({
  version: versionField,
  date: openDayField,
  reason: textField(400, 'Say why.'),
})

/** The fields of a cheque on a receipt, beside its type. */
export const chequeFields = {
  cheque_bank: optionalText(100),
  cheque_no: optionalText(40),
  cheque_date: z.optional(dateField),
}

type ChequeValues = { collection_type: string } & Partial<Record<keyof typeof chequeFields, string>>

/** Checks that a receipt by cheque has the cheque's bank, number and date. */
export function requireCheque(value: ChequeValues, context: z.core.$RefinementCtx): void {
  if (value.collection_type !== 'cheque') return
  const missing = {
    cheque_bank: 'Enter the bank that is printed on the cheque.',
    cheque_no: 'Enter the number of the cheque.',
    cheque_date: 'Enter the date of the cheque.',
  }
  for (const [name, message] of Object.entries(missing))
    if (!value[name as keyof typeof missing])
      context.addIssue({ code: 'custom', path: [name], message })
}

/** The payment that replaces a cheque. */
export const replaceSchema = z
  .object({
    version: versionField,
    amount: moneyField.check(
      z.refine((amount) => toCents(amount) > 0n, 'Enter an amount above zero.'),
    ),
    collection_type: z.enum(['cash', 'cheque', 'bank_transfer'], {
      error: 'Choose how it was paid.',
    }),
    date_collected: openDayField,
    cr_no: textField(40).check(z.minLength(1, 'Enter the CR number.')),
    remarks: optionalText(400),
    bank_id: z.optional(z.uuid({ error: 'Choose an account.' })),
    ...chequeFields,
  })
  .check(z.superRefine(requireCheque))
