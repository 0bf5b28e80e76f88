import { z } from 'zod/mini'
import { checkboxField, textField } from '~/platform/forms/fields'
import { dateField } from '~/platform/values/typed-days'

const customers = z
  .array(z.uuid())
  .check(
    z.minLength(1, 'Choose at least one customer.'),
    z.maxLength(500, 'At most 500 customers at once.'),
  )

/** The customers to preview before a transfer. */
export const chosenSchema = z.object({ customer_ids: customers })

export const transferSchema = z.object({
  customer_ids: customers,
  target_agent_id: z.uuid({ error: 'Choose the new agent.' }),
  effective_on: dateField,
  move_pending: checkboxField,
  reason: textField(400, 'Enter a reason for the audit trail.'),
})
