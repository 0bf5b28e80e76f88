import type { FieldMetadata } from '@conform-to/react'
import type { z } from 'zod/mini'
import { CheckField } from '~/ui/CheckField'
import { FormGrid } from '~/ui/FormGrid'
import { SelectField } from '~/ui/SelectField'
import { DateField, TextField } from '~/ui/TextField'
import type { priceListSchema } from '../schema'

type Values = z.input<typeof priceListSchema>

export const PRICE_LIST_STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

interface Props {
  fields: { [K in keyof Values]-?: FieldMetadata<Values[K], Values, string[]> }
}

/** Fields of a price list without its prices. */
export function ListFields({ fields }: Props) {
  return (
    <>
      <FormGrid>
        <TextField field={fields.name} label="Name" autoComplete="off" />
        <DateField field={fields.valid_from} label="Valid from" />
        <TextField
          field={fields.floor_percent}
          label="Floor (%)"
          inputMode="decimal"
          autoComplete="off"
          controlClass="figures"
          hint="Bookings below this share of the price require an override. Blank = no floor"
        />
        <SelectField
          field={fields.status}
          label="Status"
          options={PRICE_LIST_STATUSES}
          hint="Inactive lists are not used"
        />
      </FormGrid>
      <div className="mt-4">
        <CheckField
          field={fields.is_default}
          label="Default list"
          hint="For customers without a customer or group price list. Only one list is the default."
        />
      </div>
    </>
  )
}
