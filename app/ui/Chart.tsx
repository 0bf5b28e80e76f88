import { type Money, toCents } from '~/platform/values/money'
import { cx } from './classes'

/** Amounts become floats only here, as lengths: a chart is not exact, the table beside it is. */
const lengthOf = (amount: Money) => Number(toCents(amount))

/**
 * The height of the view box. The chart stretches to its container, with constant stroke widths.
 */
const HEIGHT = 100
const STEP = 10

interface Bar {
  key: string
  /** The tooltip of the bar. */
  title: string
  up: Money
  down: Money
}

interface BarsProps {
  /** The text alternative: a sentence that describes the chart. */
  label: string
  bars: readonly Bar[]
  /** The labels below the first, the middle and the last bar. */
  ticks: readonly string[]
}

/**
 * Draws amounts by day: money in goes up, money out goes down. The server renders it, without
 * scripts. Put the same figures in a table beside it.
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
            {/* The hover area has the full height, also where the bar is low. */}
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

/** Draws amounts from day to day as a line that fits a table row; a thin line marks zero. */
export function Sparkline({ label, values }: { label: string; values: readonly Money[] }) {
  const lengths = values.map(lengthOf)
  // If all values are zero, the line lies at the bottom.
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

interface Line {
  name: string
  /** Null where there is no value: the line ends there. */
  values: readonly (Money | null)[]
}

interface LinesProps {
  /** The text alternative: a sentence that describes the chart. */
  label: string
  /** Holds up to three lines; the first is the main one. */
  lines: readonly Line[]
  /** The tooltips of the places on the lines. */
  titles: readonly string[]
  /** The labels below the first, the middle and the last place. */
  ticks: readonly string[]
}

const STROKES = [
  'stroke-accent stroke-[2.5]',
  'stroke-edge stroke-[1.5]',
  'stroke-info stroke-[1.5] [stroke-dasharray:4_3]',
]

/**
 * Draws amounts side by side, such as a month beside the one before. The server renders it, without
 * scripts. Put the same figures in a table beside it.
 */
export function LineChart({ label, lines, titles, ticks }: LinesProps) {
  const lengths = lines.map(({ values }) =>
    values.map((value) => (value === null ? null : lengthOf(value))),
  )
  const known = lengths.flat().filter((length) => length !== null)
  const top = Math.max(1, ...known)
  const bottom = Math.min(0, ...known)
  const at = (length: number) => ((top - length) / (top - bottom)) * HEIGHT
  const width = titles.length * STEP
  const x = (index: number) => (index + 0.5) * STEP
  return (
    <figure>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-40 w-full overflow-visible"
      >
        {titles.map((title, index) => (
          <g key={title}>
            <title>{title}</title>
            <rect
              x={index * STEP}
              y={0}
              width={STEP}
              height={HEIGHT}
              className="fill-transparent hover:fill-sunken"
            />
          </g>
        ))}
        <path
          d={`M0 ${at(0)}H${width}`}
          vectorEffect="non-scaling-stroke"
          className="stroke-edge"
        />
        {/* The main line is drawn last, above the others. */}
        {lengths
          .map((line, index) => (
            <path
              key={lines[index]!.name}
              d={line
                .map((length, index) =>
                  length === null ? '' : `${index === 0 ? 'M' : 'L'}${x(index)} ${at(length)}`,
                )
                .join('')}
              vectorEffect="non-scaling-stroke"
              className={cx('pointer-events-none fill-none', STROKES[index])}
            />
          ))
          .reverse()}
      </svg>
      <figcaption aria-hidden className="mt-1 text-xs text-muted">
        <span className="figures flex justify-between gap-2">
          {ticks.map((tick) => (
            <span key={tick}>{tick}</span>
          ))}
        </span>
        <span className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          {lines.map(({ name }, index) => (
            <span key={name} className="flex items-center gap-1.5">
              <svg aria-hidden="true" viewBox="0 0 24 4" className="h-1 w-6">
                <path d="M0 2H24" className={STROKES[index]} />
              </svg>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
    </figure>
  )
}

/**
 * Shows the reached part of a target as a bar that fits a table row; a thin line marks the part due
 * by now.
 */
export function ProgressLine({
  label,
  percent,
  due,
}: {
  label: string
  percent: number
  due: number
}) {
  const along = (part: number) => Math.min(100, Math.max(0, part))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="mt-1 ml-auto block h-2 w-24"
    >
      <rect width={100} height={8} className="fill-sunken" />
      <rect
        width={along(percent)}
        height={8}
        className={percent < due ? 'fill-warn' : 'fill-accent'}
      />
      <path
        d={`M${along(due)} 0V8`}
        vectorEffect="non-scaling-stroke"
        className="stroke-ink stroke-1"
      />
    </svg>
  )
}
