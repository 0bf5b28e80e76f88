import { z } from 'zod/mini'
import { selectedRowField, textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { dateField } from '~/platform/values/typed-days'

const number = (error: string) =>
  textField(18, error).check(z.regex(/^\d+$/, 'Digits only, as printed.'))

/** The form for a book of blank cheques. */
export const bookSchema = z.object({
  bank_id: z.uuid({ error: 'Choose a bank account.' }),
  first_no: number('Enter the first cheque number.'),
  last_no: number('Enter the last cheque number.'),
})

/** The cheques that the bank has paid. Each is sent as `id:version`, as its row was read. */
export const clearIssuedSchema = z.object({
  cleared_on: openDayField,
  cheques: z
    .array(selectedRowField)
    .check(
      z.minLength(1, 'Select the cleared cheques.'),
      z.maxLength(200, 'At most 200 cheques at a time.'),
    ),
})

/** The cheque of the same account that replaces the present one. */
const next = {
  next_no: textField(20, 'Enter the number of the next cheque.'),
  next_date: dateField,
}

export const voidSchema = z.object({
  version: versionField,
  reason: textField(400, 'Enter a reason.'),
  date: z.optional(openDayField),
  next_no: z.optional(next.next_no),
  next_date: z.optional(next.next_date),
})

export const replaceIssuedSchema = z.object({ version: versionField, ...next })

/** An action that needs only the version that the user saw. */
export const plainChequeSchema = z.object({ version: versionField })

/** Sends a cheque on from a day: the payee gets it, or banks no longer take it. */
export const chequeDaySchema = z.object({ version: versionField, date: openDayField })
