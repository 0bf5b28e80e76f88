import type { FieldMetadata } from '@conform-to/react'
import { DateField, TextField } from '~/ui/TextField'

interface Props {
  fields: {
    cheque_bank: FieldMetadata<string | undefined>
    cheque_no: FieldMetadata<string | undefined>
    cheque_date: FieldMetadata<string | undefined>
  }
}

/**
 * Edits bank, number and date of a cheque. The style sheet shows them while the part's type is
 * "cheque", so that they work without scripts too.
 */
export function ChequeFields({ fields }: Props) {
  return (
    <div className="mt-3.5 hidden gap-3.5 sm:grid-cols-3 [fieldset:has(option[value=cheque]:checked)_&]:grid">
      <TextField
        field={fields.cheque_bank}
        label="Cheque’s bank"
        hint="Bank and branch on the cheque."
        autoComplete="off"
      />
      <TextField field={fields.cheque_no} label="Cheque no." autoComplete="off" />
      <DateField
        field={fields.cheque_date}
        label="Cheque date"
        hint="May be post-dated; deposited from that date."
      />
    </div>
  )
}
