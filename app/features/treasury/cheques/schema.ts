import { z } from 'zod'
import { dateField } from '~/platform/dates'
import { moneyField, toCents } from '~/platform/money'

const version = z.number({ error: 'Reload the page.' }).int()

/** What stands on a deposit slip whatever goes with it. */
const slipFields = {
  bank_id: z.uuid({ error: 'Choose a bank account.' }),
  slip_no: z
    .string({ error: 'Enter the number of the slip.' })
    .trim()
    .max(40, 'At most 40 characters.'),
  deposited_on: dateField,
}

/** A slip with cash alone. */
export const cashDepositSchema = z.object({
  ...slipFields,
  cash: moneyField.refine((amount) => toCents(amount) > 0n, 'Enter an amount above zero.'),
})

/** Cheques and cash that go to the bank together. Each cheque is sent as `id:version`, as its row was read. */
export const depositSchema = z
  .object({
    ...slipFields,
    cash: moneyField.optional(),
    cheques: z
      .array(
        z
          .string()
          .regex(/^[0-9a-f-]{36}:\d{1,9}$/, 'Reload the page.')
          .transform((text) => {
            const [id = '', version] = text.split(':')
            return { id, version: Number(version) }
          }),
      )
      .max(200, 'At most 200 cheques on a slip.')
      .default([]),
  })
  .refine(({ cheques, cash }) => cheques?.length > 0 || (cash && cash !== '0.00'), {
    path: ['cheques'],
    error: 'Tick the cheques that go to the bank.',
    // Said together with what the other fields lack.
    when: () => true,
  })

/** The bank's word on a deposited cheque. */
export const clearSchema = z.object({ version, date: dateField })

export const returnSchema = z.object({
  version,
  date: dateField,
  reason: z.string({ error: 'Say why.' }).trim().max(400, 'At most 400 characters.'),
})

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`)

/** Fields of a cheque on a receipt, beside its type. */
export const chequeFields = {
  cheque_bank: text(100).optional(),
  cheque_no: text(40).optional(),
  cheque_date: dateField.optional(),
}

type ChequeValues = { collection_type: string } & Partial<Record<keyof typeof chequeFields, string>>

/** A receipt by cheque has bank, number and date of it. */
export function requireCheque(value: ChequeValues, context: z.RefinementCtx): void {
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

/** What a customer brings instead of a cheque. */
export const replaceSchema = z
  .object({
    version,
    amount: moneyField.refine((amount) => toCents(amount) > 0n, 'Enter an amount above zero.'),
    collection_type: z.enum(['cash', 'cheque', 'bank_transfer'], {
      error: 'Choose how it was paid.',
    }),
    date_collected: dateField,
    cr_no: text(40).min(1, 'Enter the CR number.'),
    remarks: text(400).optional(),
    bank_id: z.uuid({ error: 'Choose an account.' }).optional(),
    ...chequeFields,
  })
  .superRefine(requireCheque)
