interface Props {
  /** Each with its length in percent of the room. */
  bars: readonly { label: string; length: number; text: string }[]
}

/** Draws figures by name as bars below each other, with their values. The server renders it, without scripts. */
export function Bars({ bars }: Props) {
  return (
    <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 text-xs">
      {bars.map(({ label, length, text }) => (
        <div key={label} className="contents">
          <dt className="truncate text-muted">{label}</dt>
          <dd aria-hidden>
            <svg
              aria-hidden="true"
              viewBox="0 0 100 8"
              preserveAspectRatio="none"
              className="block h-2.5 w-full"
            >
              <rect width={length} height={8} className="fill-accent" />
            </svg>
          </dd>
          <dd className="figures text-right">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
