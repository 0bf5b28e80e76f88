import type { FieldMetadata } from '@conform-to/react'
import { SelectField } from '~/ui/SelectField'

interface Props {
  field: FieldMetadata<string | undefined>
  /** The company's active bank accounts. */
  banks: readonly { value: string; label: string }[]
}

/**
 * Selects the bank account that received a transfer. The style sheet shows it while the part's type
 * is "bank transfer", so that it works without scripts too.
 */
export function AccountField({ field, banks }: Props) {
  return (
    // An underscore in a class name stands for a space, so the selector matches the start of the
    // type.
    <div className="hidden [fieldset:has(option[value^=bank]:checked)_&]:block">
      <SelectField
        field={field}
        label="Bank account"
        options={banks}
        {...(banks.length === 1 ? {} : { empty: 'Choose…' })}
      />
    </div>
  )
}
