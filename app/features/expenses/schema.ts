import { z } from 'zod'
import { dateField } from '~/platform/dates'
import { moneyField, toCents } from '~/platform/money'

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`).optional()

/** A voucher as it is entered and edited. */
export const voucherSchema = z
  .object({
    payee_id: z.uuid({ error: 'Choose a payee.' }),
    pay_to_account_no: text(40),
    invoice_no: text(60),
    category: text(80),
    classification: text(80),
    general_description: text(400),
    date_added: dateField,
    lines: z
      .array(
        z.object({
          description: z
            .string({ error: 'Say what it is for.' })
            .trim()
            .max(200, 'At most 200 characters.'),
          cost_center_id: z.uuid({ error: 'Choose a cost center.' }).optional(),
          amount: moneyField.refine((amount) => toCents(amount) > 0n, {
            error: 'Enter an amount above zero.',
          }),
        }),
      )
      .min(1, 'Add at least one line.')
      .max(200, 'At most 200 lines; enter the rest as another voucher.'),
    mode_of_payment: z.enum(['cash', 'cheque', 'bank_transfer'], {
      error: 'Choose how it is paid.',
    }),
    bank_id: z.uuid({ error: 'Choose a bank account.' }).optional(),
    cheque_no: text(40),
    cheque_date: dateField.optional(),
    ewt_amount: moneyField.optional(),
    /** Ids of the vouchers that pay the same invoice, which the person has seen and does not mind. */
    again: z.string().optional(),
  })
  // Asked at once, not only when everything else is right.
  .refine(({ mode_of_payment: mode, bank_id }) => mode === 'cash' || bank_id !== undefined, {
    path: ['bank_id'],
    error: 'Choose the account that pays.',
    when: () => true,
  })
  .refine(({ mode_of_payment: mode, cheque_no }) => mode !== 'cheque' || cheque_no, {
    path: ['cheque_no'],
    error: 'Enter the number of the cheque.',
    when: () => true,
  })

const version = z.number({ error: 'Reload the page.' }).int()

/** An act that needs nothing but a yes: approve, print. */
export const plainSchema = z.object({ version })

export const releaseSchema = z.object({
  version,
  releaser_id: z.uuid({ error: 'Choose who releases it.' }),
  date: dateField,
})

export const cancelSchema = z.object({
  version,
  reason: z
    .string({ error: 'Say why it is cancelled.' })
    .trim()
    .max(400, 'At most 400 characters.'),
})

/** Addresses of the room. */
export const VOUCHERS = '/expenses/expenses-list/expenses-view-list'
export const ADD_VOUCHER = '/expenses/expenses-list/expenses-add-voucher'
export const voucherPath = (id: string) => `/expenses/expenses-list/${id}`
