import { type FieldMetadata, getTextareaProps } from '@conform-to/react'
import { CONTROL, Field, type FieldTexts } from './Field'

interface Props<S, F extends Record<string, unknown>, E> extends FieldTexts {
  field: FieldMetadata<S, F, E>
  rows?: number
  placeholder?: string
}

/** Edits several lines of text: remarks, reasons, addresses. */
export function TextAreaField<S, F extends Record<string, unknown>, E>(props: Props<S, F, E>) {
  const { field, rows = 3, placeholder, hint, ...texts } = props
  const { key, ...textarea } = getTextareaProps(field, {
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
      <textarea key={key} {...textarea} rows={rows} placeholder={placeholder} className={CONTROL} />
    </Field>
  )
}
