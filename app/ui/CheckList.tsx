import { type FieldMetadata, getCollectionProps } from '@conform-to/react'
import { cx } from './classes'

interface Props<S, F extends Record<string, unknown>, E> {
  /** A list field of texts; each checked box adds one. */
  field: FieldMetadata<S, F, E>
  label: string
  hint?: string
  options: readonly { value: string; label: string; detail?: string }[]
  className?: string
}

/** Renders a few choices as checkboxes, of which any number can be checked. */
export function CheckList<S, F extends Record<string, unknown>, E>(props: Props<S, F, E>) {
  const { field, label, hint, options, className } = props
  const boxes = getCollectionProps(field as FieldMetadata<string[], F, E>, {
    type: 'checkbox',
    options: options.map(({ value }) => value),
  })
  return (
    <fieldset className={cx('min-w-0', className)} aria-describedby={field.errorId}>
      <legend className="mb-1 text-xs font-medium text-ink">
        {label}
        <span aria-hidden className="text-danger">
          {' *'}
        </span>
      </legend>
      <div
        className={cx(
          'max-h-72 overflow-auto rounded-md border border-edge bg-surface p-1',
          'sm:grid sm:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))]',
          field.errors && 'border-danger ring-1 ring-danger',
        )}
      >
        {boxes.map(({ key, ...box }, index) => (
          <label
            key={key}
            htmlFor={box.id}
            className="flex min-h-9 max-sm:min-h-10 items-center gap-2.5 rounded-md px-2 py-1 hover:bg-sunken"
          >
            <input {...box} className="size-4 shrink-0 accent-accent" />
            <span className="min-w-0">
              {options[index]?.label}
              {options[index]?.detail ? (
                <span className="ml-1.5 text-xs text-muted">{options[index]?.detail}</span>
              ) : null}
            </span>
          </label>
        ))}
      </div>
      {hint ? <p className="mt-1 text-xs text-muted">{hint}</p> : null}
      <p id={field.errorId} className="mt-1 text-xs font-medium text-danger empty:hidden">
        {(field.errors as string[] | undefined)?.join(' ')}
      </p>
    </fieldset>
  )
}
