import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { cx } from './classes'
import { CONTROL, Field, type FieldTexts } from './Field'

interface Props<S, F extends Record<string, unknown>, E> extends FieldTexts {
  field: FieldMetadata<S, F, E>
  /** The kinds that the file dialog offers first, such as `image/png,image/jpeg`. */
  accept?: string
  /** Takes several files. Schema: `z.array(z.file())`. */
  multiple?: boolean
  /** Opens the camera of a phone. */
  capture?: 'environment'
  onPick?: (file: File | null) => void
  onFiles?: (input: HTMLInputElement) => void
}

/** Uploads a file; its form needs `encType="multipart/form-data"`. Schema: `z.file()`. */
export function FileField<S, F extends Record<string, unknown>, E>(props: Props<S, F, E>) {
  const { field, accept, multiple, capture, onPick, onFiles, hint, ...texts } = props
  const { key, ...input } = getInputProps(field, {
    type: 'file',
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
      <input
        key={key}
        {...input}
        accept={accept}
        multiple={multiple}
        capture={capture}
        onChange={(event) => {
          onPick?.(event.currentTarget.files?.[0] ?? null)
          onFiles?.(event.currentTarget)
        }}
        className={cx(
          CONTROL,
          'py-1 text-muted file:mr-3 file:rounded-md file:border-0 file:bg-accent-soft file:px-2.5 file:py-1 file:font-medium file:text-accent',
        )}
      />
    </Field>
  )
}
