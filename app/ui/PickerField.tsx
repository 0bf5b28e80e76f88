import type { FieldMetadata } from '@conform-to/react'
import type { Option } from '~/platform/forms/choices'
import { Combobox } from './Combobox'
import { Field, type FieldTexts } from './Field'

interface Props<S, F extends Record<string, unknown>, E, O extends Option> extends FieldTexts {
  field: FieldMetadata<S, F, E>
  options: readonly O[]
  source?: string
  placeholder?: string
  /** The field of the form that is "on" for a name that is none of the choices, and the word for such a one. */
  adds?: { field: FieldMetadata<boolean, F, E>; noun: string }
  onPick?: (option: O | null) => void
}

/** Picks one of many by typing: a customer, an agent, a product. The form data has its id. */
export function PickerField<S, F extends Record<string, unknown>, E, O extends Option>(
  props: Props<S, F, E, O>,
) {
  const { field, options, source, placeholder, adds, onPick, ...texts } = props
  return (
    <Field
      id={field.id}
      errorId={field.errorId}
      errors={field.errors as string[] | undefined}
      required={field.required}
      {...texts}
    >
      <Combobox
        key={field.key}
        id={field.id}
        name={field.name}
        form={field.formId}
        options={options}
        source={source}
        placeholder={placeholder}
        defaultValue={field.initialValue as string | undefined}
        invalid={!field.valid}
        describedBy={field.valid ? undefined : field.errorId}
        adds={
          adds && {
            name: adds.field.name,
            noun: adds.noun,
            isNew: Boolean(adds.field.initialValue),
          }
        }
        onPick={onPick}
      />
    </Field>
  )
}
