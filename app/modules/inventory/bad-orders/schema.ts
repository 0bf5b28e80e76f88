import { z } from 'zod/mini'
import { textField, versionField } from '~/platform/forms/fields'
import { openDayField } from '~/platform/forms/open-days'
import { quantityField } from '~/platform/values/quantity'

export const badOrderSchema = z.object({
  kind: z.enum(['to_bad_order', 'to_sellable', 'write_off'], {
    error: 'Choose what happens to the goods.',
  }),
  product_id: z.uuid({ error: 'Choose a product.' }),
  quantity: quantityField,
  on_date: openDayField,
  reason: textField(400, 'Say why.'),
})

export const approveWriteOffSchema = z.object({ version: versionField })

export const cancelWriteOffSchema = z.object({
  version: versionField,
  reason: textField(400, 'Say why.'),
})
