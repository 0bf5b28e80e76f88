import type { FieldMetadata } from '@conform-to/react'
import { useId } from 'react'
import { cx } from '~/ui/classes'

/** Colors that can be told apart on light and on dark backgrounds. */
const SWATCHES = [
  ['#b3422f', 'Red'],
  ['#d9622b', 'Orange'],
  ['#d99a1c', 'Amber'],
  ['#c7bf1f', 'Yellow'],
  ['#7aa32a', 'Lime'],
  ['#2e7d32', 'Green'],
  ['#1f8a70', 'Teal'],
  ['#2f9fb8', 'Aqua'],
  ['#2f7fd1', 'Blue'],
  ['#3f51b5', 'Indigo'],
  ['#6b4a86', 'Purple'],
  ['#b8478f', 'Pink'],
  ['#7a5540', 'Brown'],
  ['#6b7480', 'Gray'],
] as const

interface Props<S, F extends Record<string, unknown>, E> {
  field: FieldMetadata<S, F, E>
  label: string
  className?: string
}

/**
 * Offers swatches to choose a color, or none. A color that is not among them (an import) can be
 * kept.
 */
export function ColorField<S, F extends Record<string, unknown>, E>(props: Props<S, F, E>) {
  const { field, label, className } = props
  const hint = useId()
  const chosen = (field.initialValue as string | undefined)?.toLowerCase() ?? ''
  const known = SWATCHES.some(([value]) => value === chosen)
  const swatches = [
    ['', 'None'],
    ...SWATCHES,
    ...(/^#[0-9a-f]{6}$/.test(chosen) && !known ? [[chosen, `${chosen}, as it is`]] : []),
  ] as readonly (readonly [value: string, name: string])[]
  return (
    <fieldset className={cx('min-w-0', className)} aria-describedby={hint}>
      <legend className="mb-1 block text-xs font-medium">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {swatches.map(([value, name]) => (
          <label
            key={value}
            title={name}
            className="relative flex size-8 items-center justify-center rounded-md border border-line bg-surface has-checked:border-accent has-checked:ring-2 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={field.name}
              value={value}
              defaultChecked={value === chosen}
              aria-label={name}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <svg viewBox="0 0 20 20" className="size-5" aria-hidden>
              {value ? (
                <circle cx="10" cy="10" r="9" fill={value} />
              ) : (
                <path d="M4 16 16 4" className="stroke-muted" strokeWidth="1.5" />
              )}
            </svg>
          </label>
        ))}
      </div>
      <p id={hint} className="mt-1 text-xs text-muted">
        Color tag in lists
      </p>
      <p id={field.errorId} className="mt-1 text-xs font-medium text-danger empty:hidden">
        {(field.errors as string[] | undefined)?.join(' ')}
      </p>
    </fieldset>
  )
}
