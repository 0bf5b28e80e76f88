import { type FieldMetadata, getInputProps } from '@conform-to/react'
import { cx } from './classes'
import type { FieldTexts } from './Field'

interface Props<S, F extends Record<string, unknown>, E> extends Omit<FieldTexts, 'hideLabel'> {
  field: FieldMetadata<S, F, E>
}

/** Yes or no. Schema: `z.boolean().default(false)`. */
export function CheckboxField<S, F extends Record<string, unknown>, E>(props: Props<S, F, E>) {
  const { field, label, hint, className } = props
  const { key, ...input } = getInputProps(field, { type: 'checkbox' })
  return (
    <div className={cx('min-w-0', className)}>
      <label htmlFor={field.id} className="flex min-h-9 items-start gap-2 py-2">
        <input key={key} {...input} className="mt-0.5 size-4 shrink-0 accent-accent" />
        <span>
          {label}
          {hint ? <span className="block text-xs text-muted">{hint}</span> : null}
        </span>
      </label>
      <p id={field.errorId} className="text-xs font-medium text-danger empty:hidden">
        {(field.errors as string[] | undefined)?.join(' ')}
      </p>
    </div>
  )
}
