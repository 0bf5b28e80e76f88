interface Props {
  /** Id of the form that it belongs to, which may stand elsewhere on the page. */
  form: string
  name: string
  value: string
  /** What it ticks, for screen readers. */
  label: string
  defaultChecked?: boolean
}

/** The box of a row of a table that can be ticked. Stands after the row's link, which covers what is before it. */
export function TickBox({ label, ...input }: Props) {
  return (
    <label className="relative -m-2 inline-block p-2">
      <input type="checkbox" {...input} className="size-4 align-middle accent-accent" />
      <span className="sr-only">{label}</span>
    </label>
  )
}
