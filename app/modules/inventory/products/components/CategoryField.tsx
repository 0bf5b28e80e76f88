import type { FieldMetadata } from '@conform-to/react'
import { optionsOfNames } from '~/platform/forms/choices'
import { PickerField } from '~/ui/PickerField'

interface Props<S, F extends Record<string, unknown>, E> {
  field: FieldMetadata<S, F, E>
  label: string
  /** The project's list. */
  options: readonly string[]
}

/**
 * Chooses a category: one of the project's list, or none. A new one is added in the settings of the project. A product keeps
 * a category that was taken from the list later. A level without a list is not shown.
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
    <PickerField
      field={field}
      label={label}
      placeholder="None"
      options={[
        ...optionsOfNames(options),
        ...(unlisted ? [{ id: kept, label: `${kept} (not in the list)` }] : []),
      ]}
    />
  )
}
