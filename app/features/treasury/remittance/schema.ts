import { z } from 'zod'
import { dateField } from '~/platform/dates'
import { moneyField } from '~/platform/money'

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`).optional()

/** What a collector hands in: its paper's number, the ticked receipts, the cash by note and coin. */
export const remittanceSchema = z.object({
  drr_no: z.string({ error: 'Enter the number.' }).trim().max(40, 'At most 40 characters.'),
  remitted_on: dateField,
  collection_ids: z
    .array(z.uuid({ error: 'Reload the page.' }))
    .min(1, 'Tick the receipts that are handed in.')
    .max(500, 'At most 500 receipts at a time.'),
  denominations: z
    .array(
      z.object({
        value: moneyField,
        count: z
          .string()
          .trim()
          .regex(/^\d{1,6}$/, 'A whole number.')
          .optional(),
      }),
    )
    .max(50)
    .default([]),
  variance_reason: text(400),
  remarks: text(400),
})

export const cancelSchema = z.object({
  version: z.number({ error: 'Reload the page.' }).int(),
  reason: z.string({ error: 'Say why.' }).trim().max(400, 'At most 400 characters.'),
})

/** States of a remittance, for filters. */
export const REMITTANCE_STATUSES = ['received', 'cancelled'] as const
