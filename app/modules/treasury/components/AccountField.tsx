import type { FieldMetadata } from '@conform-to/react'
import { SelectField } from '~/ui/SelectField'

interface Props {
  field: FieldMetadata<string | undefined>
  /** Our accounts in use. */
  banks: readonly { value: string; label: string }[]
}

/**
 * Into which of our accounts a transfer came: seen while the form's type is "bank transfer", which the
 * style sheet finds out, so that it works without scripts too.
 */
export function AccountField({ field, banks }: Props) {
  return (
    // An underscore in a class name stands for a space, so the type is named by its beginning.
    <div className="hidden sm:max-w-80 [form:has(option[value^=bank]:checked)_&]:block">
      <SelectField
        field={field}
        label="Into account"
        options={banks}
        {...(banks.length === 1 ? {} : { empty: 'Choose…' })}
      />
    </div>
  )
}
