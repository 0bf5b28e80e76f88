interface Props {
  /** Id of the form that it belongs to, which may stand elsewhere on the page. */
  form: string
  name: string
  value: string
  /** What it ticks, for screen readers. */
  label: string
  defaultChecked?: boolean
}

/** The box of a row of a table that can be ticked; above the row's link, which covers the row. */
export function TickBox({ label, ...input }: Props) {
  return (
    <label className="relative z-10 -m-2 inline-block p-2">
      <input type="checkbox" {...input} className="size-4 align-middle accent-accent" />
      <span className="sr-only">{label}</span>
    </label>
  )
}
