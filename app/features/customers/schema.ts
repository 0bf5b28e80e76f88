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

const tin = z
  .string()
  .trim()
  .regex(/^\d{3}-?\d{3}-?\d{3}(-?\d{3,5})?$/, 'Enter a TIN as 000-000-000-000.')
  .optional()

/** Which look-alikes were seen, when they were: the value of the warning's tick. */
const again = z.string().optional()

const identity = {
  name: z
    .string({ error: "Enter the customer's name." })
    .trim()
    .max(200, 'At most 200 characters.'),
  store_name: text(),
  address: text(400),
  area: text(),
  contact: text(),
}

export const requestSchema = z.object({
  ...identity,
  tin_no: tin,
  business_style: text(),
  agent_id: z.uuid({ error: 'Choose the agent who looks after this customer.' }),
  credit_line: creditLine,
  terms_days: termsDays,
  again,
})

/** The version that the reader saw: a command refuses when someone saved meanwhile. */
const version = z.number({ error: 'Reload the page.' }).int()

const reason = (why: string) => z.string({ error: why }).trim().max(400, 'At most 400 characters.')

/** Who the customer is, without tax details and credit: those leave their trail. */
export const identitySchema = z.object({ ...identity, version, again })

export const approveSchema = z.object({
  version,
  credit_line: creditLine,
  terms_days: termsDays,
  again,
})

export const rejectSchema = z.object({
  version,
  reason: reason('Say why, for the agent who asked.'),
})

export const taxSchema = z.object({ version, tin_no: tin, business_style: text(), again })

export const creditSchema = z.object({
  version,
  credit_line: creditLine,
  terms_days: termsDays.unwrap(),
})

/** Taking out of sale, and back in. */
export const activeSchema = z.object({ version, reason: reason('Say why, for the trail.') })

/** Approval states of a customer, for filters. */
export const CUSTOMER_STATUSES = ['pending', 'approved', 'rejected', 'inactive'] as const
