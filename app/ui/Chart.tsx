import { type Money, toCents } from '~/platform/money'

/** Amounts become lengths only here: a picture is not exact, the table beside it is. */
const lengthOf = (amount: Money) => Number(toCents(amount))

/** A box that stretches to its place; strokes keep their width. */
const HEIGHT = 100
const STEP = 10

interface Bar {
  key: string
  /** What the bar says when pointed at. */
  title: string
  up: Money
  down: Money
}

interface BarsProps {
  /** What the picture shows, in a sentence: it is read instead of the picture. */
  label: string
  bars: readonly Bar[]
  /** Below the first bar, the middle and the last. */
  ticks: readonly string[]
}

/**
 * Amounts by day: what comes goes up, what goes hangs down. Drawn by the server, without scripts; give
 * the same figures in a table beside it.
 */
export function BarChart({ label, bars, ticks }: BarsProps) {
  const up = Math.max(0, ...bars.map((bar) => lengthOf(bar.up)))
  const down = Math.max(0, ...bars.map((bar) => lengthOf(bar.down)))
  const scale = HEIGHT / Math.max(1, up + down)
  const zero = up * scale
  const width = bars.length * STEP
  return (
    <figure>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-28 w-full overflow-visible"
      >
        {bars.map((bar, index) => (
          <g key={bar.key}>
            <title>{bar.title}</title>
            {/* The whole height answers to the pointer, also where the bar is low. */}
            <rect
              x={index * STEP}
              y={0}
              width={STEP}
              height={HEIGHT}
              className="fill-transparent hover:fill-sunken"
            />
            <rect
              x={index * STEP + 2}
              y={zero - lengthOf(bar.up) * scale}
              width={STEP - 4}
              height={lengthOf(bar.up) * scale}
              className="pointer-events-none fill-accent"
            />
            <rect
              x={index * STEP + 2}
              y={zero}
              width={STEP - 4}
              height={lengthOf(bar.down) * scale}
              className="pointer-events-none fill-warn"
            />
          </g>
        ))}
        <path d={`M0 ${zero}H${width}`} vectorEffect="non-scaling-stroke" className="stroke-edge" />
      </svg>
      <figcaption
        aria-hidden
        className="figures mt-1 flex justify-between gap-2 text-xs text-muted"
      >
        {ticks.map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </figcaption>
    </figure>
  )
}

/** How an amount goes on from day to day, as a line of a row's height; a hairline marks zero. */
export function Sparkline({ label, values }: { label: string; values: readonly Money[] }) {
  const lengths = values.map(lengthOf)
  // Of nothing at all the line lies on the ground.
  const top = Math.max(1, ...lengths)
  const bottom = Math.min(0, ...lengths)
  const at = (length: number) => ((top - length) / Math.max(1, top - bottom)) * HEIGHT
  const line = lengths
    .map((length, index) => (index === 0 ? `M0 ${at(length)}` : `H${index * STEP}V${at(length)}`))
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(1, values.length - 1) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-1 h-6 w-28 overflow-visible"
    >
      <path
        d={`M0 ${at(0)}H${(values.length - 1) * STEP}`}
        vectorEffect="non-scaling-stroke"
        className="stroke-edge"
      />
      <path
        d={line}
        vectorEffect="non-scaling-stroke"
        className="fill-none stroke-accent stroke-2"
      />
    </svg>
  )
}
