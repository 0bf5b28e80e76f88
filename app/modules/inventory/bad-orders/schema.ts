import { z } from 'zod/mini'
import { textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { quantityField } from '~/platform/values/quantity'
import { BAD_ORDER_KINDS, STOCK_STATES } from './labels'

/** The stock that goods come back to; sellable when it is not chosen. */
export const stockStateField = z.optional(z.enum(STOCK_STATES.map(({ value }) => value)))

export type StockState = z.output<typeof stockStateField>

export const badOrderSchema = z.object({
  kind: z.enum(
    BAD_ORDER_KINDS.map(({ value }) => value),
    { error: 'Choose an action.' },
  ),
  product_id: z.uuid({ error: 'Choose a product.' }),
  quantity: quantityField,
  on_date: openDayField,
  reason: textField(400, 'Enter a reason.'),
})

export const approveWriteOffSchema = z.object({ version: versionField })

export const cancelWriteOffSchema = z.object({
  version: versionField,
  reason: textField(400, 'Enter a reason.'),
  date: z.optional(openDayField),
})
