import { z } from 'zod/mini'
import { textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { addMoney, moneyField, toCents } from '~/platform/values/money'
import { receiptFields } from './receipt-schema'

/** The ways to allocate a receipt: to the oldest bookings first, or as typed. */
export const SHARES = ['oldest', 'hand'] as const

/** The amount for every booking of the form, in its order; an empty amount pays nothing. */
const allocations = z._default(
  z
    .array(z.object({ booking_id: z.uuid(), amount: z.optional(moneyField) }))
    .check(z.maxLength(200)),
  [],
)

/** A receipt with its allocations. */
export const collectionSchema = z
  .object({
    customer_id: z.uuid({ error: 'Choose a customer.' }),
    ...receiptFields,
    share: z._default(z.enum(SHARES), 'oldest'),
    allocations,
  })
  .check(
    z.refine(
      ({ parts, allocations }) =>
        toCents(addMoney(...allocations.flatMap((part) => part.amount ?? []))) <=
        toCents(addMoney(...parts.map(({ amount }) => amount))),
      { path: ['parts'], error: 'More is allocated than was received.' },
    ),
  )

/** Allocations of a receipt's unapplied credit to further bookings. */
export const creditSchema = z
  .object({
    version: versionField,
    date: z.optional(openDayField),
    share: z._default(z.enum(SHARES), 'oldest'),
    allocations,
  })
  .check(
    z.refine(({ allocations: parts }) => parts.some(({ amount }) => amount && amount !== '0.00'), {
      error: 'Allocate an amount to at least one booking.',
    }),
  )

export const approveSchema = z.object({ version: versionField })

export const cancelReceiptSchema = z.object({
  version: versionField,
  reason: textField(400, 'Enter a reason.'),
  date: z.optional(openDayField),
})

/** The place of a payment back that is no bank account. */
export const OFFICE = 'office'

/** Money of a receipt that is given back to the customer: from an account, or cash of the office. */
export const payBackSchema = z.object({
  version: versionField,
  paid_on: openDayField,
  paid_from: z.union([z.literal(OFFICE), z.uuid()], {
    error: 'Choose the paying account.',
  }),
  paid_back_no: textField(40, 'Enter the number of the cheque, transfer or voucher.'),
  reason: textField(400, 'Enter a reason.'),
})

/** The bank account that received a transfer. */
export const accountSchema = z.object({
  version: versionField,
  bank_id: z.uuid({ error: 'Choose the receiving account.' }),
})

/** The states of a collection, for filters. */
export const COLLECTION_STATUSES = ['pending', 'approved', 'cancelled'] as const
