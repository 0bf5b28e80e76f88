import { z } from 'zod'
import { moneyField } from '~/platform/money'

const text = (max = 200) => z.string().trim().max(max, `At most ${max} characters.`).optional()

/** Empty = no limit, zero = cash only (design, "Words"). */
const creditLine = moneyField.optional()

const termsDays = z
  .number({ error: 'Enter days as a whole number.' })
  .int('Enter days as a whole number.')
  .min(0, 'Between 0 and 365 days.')
  .max(365, 'Between 0 and 365 days.')
  .optional()

export const requestSchema = z.object({
  name: z
    .string({ error: "Enter the customer's name." })
    .trim()
    .max(200, 'At most 200 characters.'),
  store_name: text(),
  tin_no: z
    .string()
    .trim()
    .regex(/^\d{3}-?\d{3}-?\d{3}(-?\d{3,5})?$/, 'Enter a TIN as 000-000-000-000.')
    .optional(),
  business_style: text(),
  address: text(400),
  area: text(),
  contact: text(),
  agent_id: z.uuid({ error: 'Choose the agent who looks after this customer.' }),
  credit_line: creditLine,
  terms_days: termsDays,
})

/** The version that the reader saw: a command refuses when someone saved meanwhile. */
const version = z.number({ error: 'Reload the page.' }).int()

export const approveSchema = z.object({ version, credit_line: creditLine, terms_days: termsDays })

export const rejectSchema = z.object({
  version,
  reason: z
    .string({ error: 'Say why, for the agent who asked.' })
    .trim()
    .max(400, 'At most 400 characters.'),
})

/** Approval states of a customer, for filters. */
export const CUSTOMER_STATUSES = ['pending', 'approved', 'rejected', 'inactive'] as const
