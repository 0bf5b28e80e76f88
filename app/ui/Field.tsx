import type { ReactNode } from 'react'
import { cx } from './classes'

/** The props that every field wrapper takes beside its conform metadata. */
export interface FieldTexts {
  label: string
  hint?: ReactNode
  /** The side of the control within which the hint stands, as in the rows of a table; below it on a phone. */
  hintAt?: 'left' | 'right'
  /** True to show the label to screen readers only, as in the rows of a table. */
  hideLabel?: boolean
  className?: string
}

export const CONTROL = cx(
  'block min-h-9 max-sm:min-h-10 w-full rounded-md border border-edge bg-surface px-2.5 py-1.5 text-base text-ink sm:text-sm',
  'aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger',
  'disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken',
)

interface FieldProps extends FieldTexts {
  id: string
  errorId: string
  errors?: string[]
  required?: boolean
  children: ReactNode
}

/** Renders label, control, hint and error. Field wrappers use it, pages do not. */
export function Field(props: FieldProps) {
  const { id, errorId, errors, label, hint, hintAt, hideLabel, required, className, children } =
    props
  return (
    <div className={cx('min-w-0', className)}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'mb-1 block text-xs font-medium text-ink'}
      >
        {label}
        {required ? (
          <span aria-hidden className="text-danger">
            {' *'}
          </span>
        ) : null}
      </label>
      <div className={hintAt && 'relative'}>
        {children}
        {hint ? (
          <p id={`${id}-hint`} className={hintAt ? `hint-${hintAt}` : 'mt-1 text-xs text-muted'}>
            {hint}
          </p>
        ) : null}
      </div>
      <p id={errorId} className="mt-1 text-xs font-medium text-danger empty:hidden">
        {errors?.join(' ')}
      </p>
    </div>
  )
}
