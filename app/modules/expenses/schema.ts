import { z } from 'zod/mini'
import { checkboxField, optionalText, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { moneyField, toCents } from '~/platform/values/money'
import { dateField } from '~/platform/values/typed-days'
import { VAT_CLASSES } from '~/platform/values/vat'

/** The form to enter and edit a voucher. */
export const voucherSchema = z
  .object({
    payee_id: z.uuid({ error: 'Choose a payee.' }),
    pay_to_account_no: optionalText(40),
    invoice_no: optionalText(60),
    category: optionalText(80),
    /** True for a category that no voucher has yet. */
    new_category: checkboxField,
    classification: optionalText(80),
    new_classification: checkboxField,
    general_description: optionalText(400),
    date_added: dateField,
    lines: z
      .array(
        z.object({
          description: textField(200, 'Enter a description.'),
          /** Empty when the supplier's invoice shows no VAT. */
          vat_class: z.optional(z.enum(VAT_CLASSES, { error: 'Choose a VAT class.' })),
          cost_center_id: z.optional(z.uuid({ error: 'Choose a cost center.' })),
          amount: moneyField.check(
            z.refine((amount) => toCents(amount) > 0n, {
              error: 'Enter an amount above zero.',
            }),
          ),
        }),
      )
      .check(
        z.minLength(1, 'Add at least one line.'),
        z.maxLength(200, 'At most 200 lines; enter the rest as another voucher.'),
      ),
    mode_of_payment: z.enum(['cash', 'cheque', 'bank_transfer'], {
      error: 'Choose the mode of payment.',
    }),
    bank_id: z.optional(z.uuid({ error: 'Choose a bank account.' })),
    cheque_no: optionalText(40),
    cheque_date: z.optional(dateField),
    ewt_amount: z.optional(moneyField),
    /** Ids of the vouchers for the same supplier invoice that the user has confirmed. */
    again: z.optional(z.string()),
  })
  .check(
    z.refine(({ mode_of_payment: mode, bank_id }) => mode === 'cash' || bank_id !== undefined, {
      path: ['bank_id'],
      error: 'Choose the paying account.',
      when: () => true,
    }),
    z.refine(({ mode_of_payment: mode, cheque_no }) => mode !== 'cheque' || cheque_no, {
      path: ['cheque_no'],
      error: 'Enter the cheque number.',
      when: () => true,
    }),
  )

/** An action that needs only a confirmation: approve, print. */
export const plainVoucherSchema = z.object({ version: versionField })

export const releaseVoucherSchema = z.object({
  version: versionField,
  releaser_id: z.uuid({ error: 'Choose a releaser.' }),
  date: openDayField,
})

export const cancelVoucherSchema = z.object({
  version: versionField,
  reason: textField(400, 'Enter a reason for the cancellation.'),
  date: z.optional(openDayField),
})
