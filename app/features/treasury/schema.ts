import { z } from 'zod'
import { dateField } from '~/platform/dates'
import { addMoney, moneyField, toCents } from '~/platform/money'
import { chequeFields, requireCheque } from './cheques/schema'
import { COLLECTION_TYPES } from './types'

const text = (max: number) => z.string().trim().max(max, `At most ${max} characters.`).optional()

/** How a receipt is shared out: to the oldest bookings first, or as typed. */
export const SHARES = ['oldest', 'hand'] as const

/** Every booking that was offered, in its order; an empty amount pays nothing of it. */
const allocations = z
  .array(z.object({ booking_id: z.uuid(), amount: moneyField.optional() }))
  .max(200)
  .default([])

/** A receipt with its allocations. */
export const collectionSchema = z
  .object({
    customer_id: z.uuid({ error: 'Choose a customer.' }),
    collection_type: z.enum(COLLECTION_TYPES, {
      error: 'Choose how it was paid.',
    }),
    amount: moneyField.refine((amount) => toCents(amount) > 0n, 'Enter an amount above zero.'),
    date_collected: dateField,
    cr_no: z.string({ error: 'Enter the CR number.' }).trim().max(40, 'At most 40 characters.'),
    cr_date: dateField,
    /** Who took it in the field; nobody = the office. */
    collector_id: z.uuid({ error: 'Choose who took it.' }).optional(),
    drr_no: text(40),
    drr_date: dateField.optional(),
    remarks: text(400),
    bank_id: z.uuid({ error: 'Choose an account.' }).optional(),
    ...chequeFields,
    share: z.enum(SHARES).default('oldest'),
    allocations,
  })
  .refine(
    ({ amount, allocations }) =>
      toCents(addMoney(...allocations.flatMap((part) => part.amount ?? []))) <= toCents(amount),
    { path: ['amount'], error: 'More is allocated than was received.' },
  )
  .superRefine(requireCheque)

/** The version that the reader saw: a command refuses when someone decided meanwhile. */
const version = z.number({ error: 'Reload the page.' }).int()

/** What is left of a receipt, for bookings that it does not pay yet. */
export const creditSchema = z
  .object({ version, share: z.enum(SHARES).default('oldest'), allocations })
  .refine(({ allocations: parts }) => parts.some(({ amount }) => amount && amount !== '0.00'), {
    error: 'Enter what at least one booking gets.',
  })

export const approveSchema = z.object({ version })

export const cancelSchema = z.object({
  version,
  reason: z.string({ error: 'Say why.' }).trim().max(400, 'At most 400 characters.'),
})

/** Into which of our accounts a bank transfer came. */
export const accountSchema = z.object({
  version,
  bank_id: z.uuid({ error: 'Choose the account that it came into.' }),
})

/** States of a collection, for filters. */
export const COLLECTION_STATUSES = ['pending', 'approved', 'cancelled'] as const
