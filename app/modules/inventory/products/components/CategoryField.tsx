import type { FieldMetadata } from '@conform-to/react'
import { TextField } from '~/ui/TextField'

interface Props<S, F extends Record<string, unknown>, E> {
  field: FieldMetadata<S, F, E>
  label: string
  /** The project's list, offered while typing. Any other text is accepted. */
  options: readonly string[]
}

/** A field for a category: one of the project's list, or free text. */
export function CategoryField<S, F extends Record<string, unknown>, E>({
  field,
  label,
  options,
}: Props<S, F, E>) {
  const list = `${field.id}-list`
  return (
    <div className="min-w-0">
      <TextField
        field={field}
        label={label}
        list={options.length > 0 ? list : undefined}
        placeholder={options.length > 0 ? 'Choose or type' : undefined}
        autoComplete="off"
      />
      <datalist id={list}>
        {options.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </div>
  )
}
