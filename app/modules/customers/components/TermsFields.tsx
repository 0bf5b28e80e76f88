import type { FieldMetadata } from '@conform-to/react'
import { MoneyField, TextField } from '~/ui/TextField'

/** Fields for credit line and terms, for users who may decide on customers. */
export function TermsFields<S, T, F extends Record<string, unknown>, E>(props: {
  creditLine: FieldMetadata<S, F, E>
  termsDays: FieldMetadata<T, F, E>
}) {
  return (
    <>
      <MoneyField
        field={props.creditLine}
        label="Credit line"
        hint="Empty = no limit, 0 = cash only"
      />
      <TextField
        field={props.termsDays}
        type="number"
        label="Terms in days"
        inputMode="numeric"
        hint="From the invoice date; 0 = cash"
      />
    </>
  )
}
