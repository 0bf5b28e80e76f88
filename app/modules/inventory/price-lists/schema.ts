import { z } from 'zod/mini'
import { checkboxField, textField, versionField } from '~/platform/forms/fields'
import { moneyField } from '~/platform/values/money'
import { priceField } from '~/platform/values/price'
import { dateField } from '~/platform/values/typed-days'

const status = z._default(z.enum(['active', 'inactive']), 'active')
const name = textField(60, 'Enter a name.')

/** A price list without its prices. */
export const priceListSchema = z.object({
  name,
  valid_from: dateField,
  is_default: checkboxField,
  floor_percent: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.regex(
          /^(\d{1,2}(\.\d{1,2})?|100(\.00?)?)$/,
          'Enter a percentage from 0 to 100 with at most two decimals, such as 90.',
        ),
      ),
  ),
  status,
})

/** The price of a product in a list, from a day on; an empty price ends it. */
export const productPriceSchema = z.object({
  version: versionField,
  product_id: z.uuid({ error: 'Choose a product.' }),
  price: z.optional(priceField),
  floor: z.optional(moneyField),
  valid_from: dateField,
})

const percent = z
  .string()
  .check(z.trim(), z.regex(/^-?\d{1,4}(\.\d{1,2})?$/, 'Enter a percentage such as -5 or 2.5.'))

/** The price of a category in a list, from a day on; an empty percentage ends it. */
export const categoryPriceSchema = z.object({
  version: versionField,
  /** The level and the name, such as "1 Beverages". */
  category: z
    .string({ error: 'Choose a category.' })
    .check(z.regex(/^[123] ./, 'Choose a category.')),
  percent: z.optional(percent),
  valid_from: dateField,
})

/** A change of all prices of products in a list, from a day on. */
export const repriceSchema = z.object({
  version: versionField,
  valid_from: dateField,
  percent: z.optional(percent),
})

export const customerGroupSchema = z.object({
  name,
  price_list_id: z.optional(z.uuid({ error: 'Choose a price list.' })),
  status,
})
