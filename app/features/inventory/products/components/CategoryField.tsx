import type { FieldMetadata } from '@conform-to/react'
import { SelectField } from '~/ui/SelectField'
import { TextField } from '~/ui/TextField'

interface Props<S, F extends Record<string, unknown>, E> {
  field: FieldMetadata<S, F, E>
  label: string
  /** The project's list; without one the category is typed. */
  options: readonly string[]
}

/** A category from the project's list, or free text where the project has none. */
export function CategoryField<S, F extends Record<string, unknown>, E>({
  field,
  label,
  options,
}: Props<S, F, E>) {
  if (options.length === 0) return <TextField field={field} label={label} />
  return (
    <SelectField
      field={field}
      label={label}
      empty="None"
      options={options.map((value) => ({ value, label: value }))}
    />
  )
}
