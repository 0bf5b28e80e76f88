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
          hint="Share of the price below which a booking needs an override. Blank: no floor by this list"
        />
        <SelectField
          field={fields.status}
          label="Status"
          options={PRICE_LIST_STATUSES}
          hint="An inactive list proposes nothing"
        />
      </FormGrid>
      <div className="mt-4">
        <CheckField
          field={fields.is_default}
          label="Default list"
          hint="For customers without a list of their own or of their group. There is one."
        />
      </div>
    </>
  )
}
