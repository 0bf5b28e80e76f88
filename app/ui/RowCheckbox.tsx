import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  /** The id of its form, which may be elsewhere on the page. */
  form: string
  name: string
  value: string
  /** The row that it selects, for screen readers. */
  label: string
}

/** Renders the checkbox of a table row. It lies above the row's link, which covers the row. */
export function RowCheckbox({ label, ...input }: Props) {
  return (
    <label className="relative z-[1] -m-2 inline-block p-2 max-sm:-m-3 max-sm:p-3">
      <input type="checkbox" {...input} className="size-4 align-middle accent-accent" />
      <span className="sr-only">{label}</span>
    </label>
  )
}
