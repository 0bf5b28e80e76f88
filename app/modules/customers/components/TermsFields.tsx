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
        label="Credit limit"
        hint="Blank = unlimited; 0 = cash only"
      />
      <TextField
        field={props.termsDays}
        type="number"
        label="Payment terms (days)"
        inputMode="numeric"
        hint="From invoice date; 0 = cash"
      />
    </>
  )
}
