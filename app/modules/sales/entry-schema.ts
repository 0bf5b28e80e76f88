import { z } from 'zod/mini'
import { optionalText } from '~/platform/forms/fields'
import { discountField } from '~/platform/values/discount'
import { isFree, parsePrice } from '~/platform/values/price'
import { quantityField } from '~/platform/values/quantity'
import { dateField } from '~/platform/values/typed-days'

const line = {
  product_id: z.uuid({ error: 'Choose a product.' }),
  quantity: quantityField,
  discount: discountField,
}
/** A price, or the word for goods that are given with the line above. */
const agentSrp = z.string({ error: 'Enter a price.' }).check(
  z.trim(),
  z.refine(
    (text) => isFree(text) || parsePrice(text) !== null,
    'Enter a price such as 96.25, 96.25/cs or 96.25 / 12; or free, for goods given with the line above.',
  ),
  z.refine((text) => !parsePrice(text)?.startsWith('-'), 'The amount cannot be negative.'),
)

const head = {
  customer_id: z.uuid({ error: 'Choose a customer.' }),
  /** The agent; the customer's own when absent. */
  agent_id: z.optional(z.uuid({ error: 'Choose an agent.' })),
  date_added: dateField,
  remarks: optionalText(400),
}
const TOO_FEW = 'Add at least one line.'
const TOO_MANY = 'At most 200 lines; enter the rest as another booking.'

/** Checks booking entry in the page. Choosing a product fills its price, so a price is required. */
export const bookingFormSchema = z.object({
  ...head,
  lines: z
    .array(z.object({ ...line, agent_srp: agentSrp }))
    .check(z.minLength(1, TOO_FEW), z.maxLength(200, TOO_MANY)),
})

/**
 * Checks booking entry in the action. An empty price means the proposed one, because without scripts
 * nothing fills it.
 */
export const bookingSchema = z.object({
  ...head,
  lines: z
    .array(z.object({ ...line, agent_srp: z.optional(agentSrp) }))
    .check(z.minLength(1, TOO_FEW), z.maxLength(200, TOO_MANY)),
})
