import { z } from 'zod/mini'
import {
  numberField,
  optionalText,
  sureField,
  textField,
  versionField,
} from '~/platform/forms/fields'
import { moneyField } from '~/platform/values/money'
import { vatClassField } from '~/platform/values/vat'

/** Empty = no limit, zero = cash only (docs/domain.md, Receivables and credit). */
const creditLine = z.optional(moneyField)

/** Payment terms in days. */
export const termsDays = numberField({
  ...{ missing: 'Enter days as a whole number.', outside: 'Between 0 and 365 days.' },
  ...{ min: 0, max: 365 },
})

const tin = z.optional(
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^\d{3}-?\d{3}-?\d{3}(-?\d{3,5})?$/, 'Enter a TIN as 000-000-000-000.'),
    ),
)

/** The ids of the duplicates that the user has confirmed: the value of the warning's checkbox. */
const again = z.optional(z.string())

const identity = {
  name: textField(200, "Enter the customer's name."),
  store_name: optionalText(200),
  address: optionalText(400),
  area: optionalText(200),
  contact: optionalText(200),
}

export const customerRequestSchema = z.object({
  ...identity,
  tin_no: tin,
  business_style: optionalText(200),
  vat_class: vatClassField,
  agent_id: z.uuid({ error: 'Choose the agent of the customer.' }),
  credit_line: creditLine,
  terms_days: z.optional(termsDays),
  again,
})

const reason = (why: string) => textField(400, why)

/**
 * The customer's details without tax data and credit. Those have commands of their own, which write
 * the finance trail.
 */
export const identitySchema = z.object({ ...identity, version: versionField, again })

export const approveCustomerSchema = z.object({
  version: versionField,
  credit_line: creditLine,
  terms_days: z.optional(termsDays),
  again,
})

export const rejectSchema = z.object({
  version: versionField,
  reason: reason('Enter a reason for the requesting agent.'),
})

export const taxSchema = z.object({
  version: versionField,
  tin_no: tin,
  business_style: optionalText(200),
  vat_class: vatClassField,
  again,
})

/** By which prices the customer buys. */
export const customerPricesSchema = z.object({
  version: versionField,
  customer_group_id: z.optional(z.uuid({ error: 'Choose a group.' })),
  price_list_id: z.optional(z.uuid({ error: 'Choose a price list.' })),
})

export const customerCreditSchema = z.object({
  version: versionField,
  credit_line: creditLine,
  terms_days: termsDays,
})

/** The form that deactivates or reactivates a customer. */
export const activeSchema = z.object({
  version: versionField,
  reason: reason('Enter a reason for the audit trail.'),
})

/** The form that merges a customer into another one. */
export const mergeCustomerSchema = z.object({
  version: versionField,
  into: z.uuid({ error: 'Choose the customer to keep.' }),
  reason: reason('Enter a reason for the audit trail.'),
  sure: sureField,
})

/** Statuses of a customer, for filters. */
export const CUSTOMER_STATUSES = ['pending', 'approved', 'rejected', 'inactive', 'merged'] as const
