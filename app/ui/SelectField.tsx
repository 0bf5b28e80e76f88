import { type FieldMetadata, getSelectProps } from '@conform-to/react'
import type { ChangeEvent } from 'react'
import { CONTROL, Field, type FieldTexts } from './Field'

interface Props<S, F extends Record<string, unknown>, E> extends FieldTexts {
  field: FieldMetadata<S, F, E>
  options: readonly { value: string; label: string; disabled?: boolean }[]
  /** The text of the empty choice; absent when one of the options is always selected. */
  empty?: string
  multiple?: boolean
  /** True where Enter passes it by: it is rarely changed. */
  seldom?: boolean
  onChange?: (event: ChangeEvent<HTMLSelectElement>) => void
}

/** Selects one of a few choices. PickerField is for many, such as customers and products. */
export function SelectField<S, F extends Record<string, unknown>, E>(props: Props<S, F, E>) {
  const { field, options, empty, multiple, seldom, onChange, hint, ...texts } = props
  const { key, ...select } = getSelectProps(field, {
    ariaDescribedBy: hint ? `${field.id}-hint` : undefined,
  })
  return (
    <Field
      id={field.id}
      errorId={field.errorId}
      errors={field.errors as string[] | undefined}
      required={field.required}
      hint={hint}
      {...texts}
    >
      <select
        key={key}
        {...select}
        multiple={multiple}
        onChange={onChange}
        className={CONTROL}
        data-seldom={seldom || undefined}
      >
        {empty !== undefined ? <option value="">{empty}</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  )
}
