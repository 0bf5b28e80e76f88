import { type FieldMetadata, getInputProps } from '@conform-to/react'
import type { ReactNode } from 'react'

interface Props<S, F extends Record<string, unknown>, E> {
  field: FieldMetadata<S, F, E>
  label: string
  /** The effect of the checkbox, in a sentence. */
  hint?: ReactNode
}

/** Renders a checkbox for yes or no. Schema: `z.boolean().default(false)`. */
export function CheckField<S, F extends Record<string, unknown>, E>(props: Props<S, F, E>) {
  const { field, label, hint } = props
  const { key, ...input } = getInputProps(field, {
    type: 'checkbox',
    ariaDescribedBy: hint ? `${field.id}-hint` : undefined,
  })
  return (
    <div className="flex min-w-0 gap-2.5">
      <input key={key} {...input} className="mt-0.5 size-4 shrink-0 accent-accent" />
      <div className="min-w-0">
        <label htmlFor={field.id} className="font-medium">
          {label}
        </label>
        {hint ? (
          <p id={`${field.id}-hint`} className="mt-0.5 max-w-prose text-muted">
            {hint}
          </p>
        ) : null}
        <p id={field.errorId} className="mt-1 text-xs font-medium text-danger empty:hidden">
          {(field.errors as string[] | undefined)?.join(' ')}
        </p>
      </div>
    </div>
  )
}
