import type { FieldMetadata } from '@conform-to/react'
import { SelectField } from '~/ui/SelectField'

interface Props<S, F extends Record<string, unknown>, E> {
  field: FieldMetadata<S, F, E>
  label: string
  /** The project's list. */
  options: readonly string[]
}

/**
 * A field for a category: one of the project's list, or none. A product keeps a category that was
 * taken from the list later. A level without a list is not shown.
 */
export function CategoryField<S, F extends Record<string, unknown>, E>({
  field,
  label,
  options,
}: Props<S, F, E>) {
  const kept = typeof field.initialValue === 'string' ? field.initialValue : ''
  const unlisted = kept !== '' && !options.includes(kept)
  if (options.length === 0 && !unlisted && !field.errors) return null
  return (
    <SelectField
      field={field}
      label={label}
      empty="None"
      options={[
        ...options.map((value) => ({ value, label: value })),
        ...(unlisted ? [{ value: kept, label: `${kept} (not in the list)` }] : []),
      ]}
    />
  )
}
