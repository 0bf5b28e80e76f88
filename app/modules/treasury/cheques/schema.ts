import { z } from 'zod/mini'
import { selectedRowField, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { moneyField, toCents } from '~/platform/values/money'

/** The fields that every deposit slip has. */
const slipFields = {
  bank_id: z.uuid({ error: 'Choose a bank account.' }),
  slip_no: textField(40, 'Enter the deposit slip number.'),
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
      error: 'Select the cheques to deposit.',
      // This error is shown together with those of the other fields.
      when: () => true,
    }),
  )

/** The clearing of a deposited cheque. */
export const clearReceivedSchema = z.object({ version: versionField, date: openDayField })

export const returnSchema = z.object({
  version: versionField,
  date: openDayField,
  reason: textField(400, 'Enter a reason.'),
})
