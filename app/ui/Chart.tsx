import { type KeyboardEvent, useState } from 'react'
import { type Money, toCents } from '~/platform/values/money'
import { cx } from './classes'

/** Amounts become floats only here, as lengths: a chart is not exact, the table beside it is. */
const lengthOf = (amount: Money) => Number(toCents(amount))

/**
 * The height of the view box. The chart stretches to its container, with constant stroke widths.
 */
const HEIGHT = 100
const STEP = 10

/** The most gridlines that a value axis has. */
const LINES = 5
const NICE = [1, 2, 2.5, 5, 10]

/** Returns the values of an axis in cents, from the top down: round ones, with zero among them. */
function axisOf(top: number, bottom: number): number[] {
  const rough = Math.max(top - bottom, 100) / (LINES - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * NICE.find((nice) => nice * power >= rough)!
  const [first, last] = [Math.ceil(top / step), Math.floor(bottom / step)]
  return Array.from({ length: Math.max(first - last, 1) + 1 }, (_, index) => (first - index) * step)
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const compact = (cents: number) => COMPACT.format(cents / 100)

/** Shows the values of an axis, evenly spaced as the gridlines are. */
function Axis({ values, className }: { values: readonly number[]; className: string }) {
  return (
    <div
      aria-hidden
      className={cx(
        'figures flex flex-col justify-between text-right text-xs text-muted',
        className,
      )}
    >
      {values.map((value) => (
        <span key={value} className="flex h-0 items-center justify-end">
          {compact(value)}
        </span>
      ))}
    </div>
  )
}

/** Draws the gridlines of an axis, the one of zero darker. */
function Grid({ values, width }: { values: readonly number[]; width: number }) {
  return values.map((value, index) => (
    <path
      key={value}
      d={`M0 ${(index / (values.length - 1)) * HEIGHT}H${width}`}
      vectorEffect="non-scaling-stroke"
      className={value === 0 ? 'stroke-edge' : 'stroke-line'}
    />
  ))
}

/** Reads out one place of a chart at a time: the one under the pointer, or chosen with the arrow keys. */
function useReading(titles: readonly string[]) {
  const [at, setAt] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const last = titles.length - 1
    const to = {
      ArrowRight: Math.min((at ?? -1) + 1, last),
      ArrowLeft: Math.max((at ?? last + 1) - 1, 0),
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
  }
  return {
    at,
    /** Makes the chart one stop of the Tab key. */
    chart: {
      role: 'group',
      tabIndex: 0,
      onKeyDown,
      onBlur: () => setAt(null),
      onPointerLeave: () => setAt(null),
    },
    place: (index: number) => ({ onPointerEnter: () => setAt(index) }),
    text: at === null ? null : titles[at],
  }
}

/** Shows what is read out, in a line that keeps its place. */
function Reading({ text }: { text: string | null | undefined }) {
  return (
    <output className="figures mb-3 block min-h-4 text-xs text-muted max-sm:min-h-8">{text}</output>
  )
}

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
  const axis = axisOf(
    Math.max(0, ...bars.map((bar) => lengthOf(bar.up))),
    -Math.max(0, ...bars.map((bar) => lengthOf(bar.down))),
  )
  const [top, bottom] = [axis[0]!, axis.at(-1)!]
  const scale = HEIGHT / (top - bottom)
  const zero = top * scale
  const width = bars.length * STEP
  const reading = useReading(bars.map(({ title }) => title))
  return (
    <figure {...reading.chart} aria-label={label}>
      <Reading text={reading.text} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
        <Axis values={axis} className="h-28" />
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-28 w-full overflow-visible"
        >
          <Grid values={axis} width={width} />
          {bars.map((bar, index) => (
            <g key={bar.key} {...reading.place(index)}>
              <title>{bar.title}</title>
              {/* The hover area has the full height, also where the bar is low. */}
              <rect
                x={index * STEP}
                y={0}
                width={STEP}
                height={HEIGHT}
                className={reading.at === index ? 'fill-sunken' : 'fill-transparent'}
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
        </svg>
        <span />
        <Ticks ticks={ticks} />
      </div>
    </figure>
  )
}

/** Shows the labels below a chart. */
function Ticks({ ticks }: { ticks: readonly string[] }) {
  return (
    <span aria-hidden className="figures mt-1 flex justify-between gap-2 text-xs text-muted">
      {ticks.map((tick) => (
        <span key={tick}>{tick}</span>
      ))}
    </span>
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
  const axis = axisOf(Math.max(0, ...known), Math.min(0, ...known))
  const [top, bottom] = [axis[0]!, axis.at(-1)!]
  const at = (length: number) => ((top - length) / (top - bottom)) * HEIGHT
  const width = titles.length * STEP
  const x = (index: number) => (index + 0.5) * STEP
  const reading = useReading(titles)
  return (
    <figure {...reading.chart} aria-label={label}>
      <Reading text={reading.text} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2">
        <Axis values={axis} className="h-40" />
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-40 w-full overflow-visible"
        >
          <Grid values={axis} width={width} />
          {titles.map((title, index) => (
            <g key={title} {...reading.place(index)}>
              <title>{title}</title>
              <rect
                x={index * STEP}
                y={0}
                width={STEP}
                height={HEIGHT}
                className={reading.at === index ? 'fill-sunken' : 'fill-transparent'}
              />
            </g>
          ))}
          {/* The main line is drawn last, above the others. */}
          {lengths
            .map((line, index) => (
              <path
                key={lines[index]!.name}
                d={line
                  .map((length, place) =>
                    length === null ? '' : `${place === 0 ? 'M' : 'L'}${x(place)} ${at(length)}`,
                  )
                  .join('')}
                vectorEffect="non-scaling-stroke"
                className={cx('pointer-events-none fill-none', STROKES[index])}
              />
            ))
            .reverse()}
        </svg>
        <Ends ends={lengths.map((line) => line.findLast((length) => length !== null))} at={at} />
        <span />
        <Ticks ticks={ticks} />
      </div>
      <figcaption aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {lines.map(({ name }, index) => (
          <span key={name} className="flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 24 4" className="h-1 w-6">
              <path d="M0 2H24" className={STROKES[index]} />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** The least distance of two labels, in percent of the height. */
const APART = 11

/** Labels the ends of the lines with their last values; labels that would overlap move apart. */
function Ends({
  ends,
  at,
}: {
  ends: readonly (number | null | undefined)[]
  at: (length: number) => number
}) {
  const labels = ends
    .flatMap((end, index) => (typeof end === 'number' ? [{ end, index, y: at(end) }] : []))
    .sort((one, other) => one.y - other.y)
  for (const [place, label] of labels.entries())
    if (place > 0) label.y = Math.max(label.y, labels[place - 1]!.y + APART)
  return (
    <svg aria-hidden="true" className="h-40 w-11 overflow-visible text-xs">
      {labels.map(({ end, index, y }) => (
        <text
          key={index}
          x={0}
          y={`${y}%`}
          dominantBaseline="middle"
          className={cx('figures', index === 0 ? 'fill-accent font-semibold' : 'fill-muted')}
        >
          {compact(end)}
        </text>
      ))}
    </svg>
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
      className="ml-auto block h-2 w-10"
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
