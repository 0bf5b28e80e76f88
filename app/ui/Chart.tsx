import { formatMoney, type Money } from '~/platform/values/money'
import { changeFrom } from '~/platform/values/percent'
import {
  Axis,
  axisOf,
  compact,
  GridLines,
  HEIGHT,
  HoverCard,
  lengthOf,
  STEP,
  Ticks,
  useReading,
} from './chart-parts'
import { cx } from './classes'

/** A place on the line of a chart, such as a day. */
interface Place {
  /** The place in full, as the card names it. */
  name: string
  /** The label below the chart. */
  tick: string
}

interface BarsProps {
  /** The text alternative: a sentence that describes the chart. */
  label: string
  bars: readonly (Place & { up: Money; down: Money })[]
  /** The names of what goes up and what goes down. */
  names: readonly [string, string]
}

/**
 * Draws amounts by day: money in goes up, money out goes down. The server renders it, without
 * scripts. Put the same figures in a table beside it.
 */
export function BarChart({ label, bars, names }: BarsProps) {
  const axis = axisOf(
    Math.max(0, ...bars.map((bar) => lengthOf(bar.up))),
    -Math.max(0, ...bars.map((bar) => lengthOf(bar.down))),
  )
  const [top, bottom] = [axis[0]!, axis.at(-1)!]
  const scale = HEIGHT / (top - bottom)
  const zero = top * scale
  const width = bars.length * STEP
  const reading = useReading(bars.length, label)
  const read = reading.at === null ? undefined : bars[reading.at]
  const rows = read
    ? [
        { name: names[0], value: formatMoney(read.up) },
        { name: names[1], value: formatMoney(read.down) },
      ]
    : []
  return (
    <div {...reading.chart}>
      <Spoken title={read?.name} rows={rows} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-2">
        <Axis values={axis} className="h-28" />
        <div className="relative">
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${width} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="block h-28 w-full overflow-visible"
          >
            <GridLines values={axis} width={width} />
            {bars.map((bar, index) => (
              <g key={bar.name} {...reading.place(index)}>
                <title>{`${bar.name}: ${names[0]} ${formatMoney(bar.up)}, ${names[1]} ${formatMoney(bar.down)}`}</title>
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
                  className="pointer-events-none fill-edge"
                />
              </g>
            ))}
          </svg>
          {read ? (
            <HoverCard at={reading.at!} places={bars.length} title={read.name} rows={rows} />
          ) : null}
        </div>
        <span />
        <Ticks labels={bars.map(({ tick }) => tick)} />
      </div>
      <div aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {names.map((name, index) => (
          <span key={name} className="flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
              <rect width={8} height={8} className={index === 0 ? 'fill-accent' : 'fill-edge'} />
            </svg>
            {name}
          </span>
        ))}
      </div>
    </div>
  )
}

interface SpokenProps {
  title: string | undefined
  rows: readonly { name: string; value: string }[]
}

/** Tells screen readers the place that is read. */
function Spoken({ title, rows }: SpokenProps) {
  return (
    <output className="sr-only">
      {title ? `${title}: ${rows.map(({ name, value }) => `${name} ${value}`).join(', ')}` : null}
    </output>
  )
}

interface Line {
  name: string
  /** This period, an earlier one, or the target. */
  kind: 'now' | 'before' | 'target'
  /** Null where there is no value: the line ends there. */
  values: readonly (Money | null)[]
}

interface LinesProps {
  /** The text alternative: a sentence that describes the chart. */
  label: string
  /** The first line is the main one. Lines without a value but 0 are left out. */
  lines: readonly Line[]
  places: readonly Place[]
}

const STROKES: Record<Line['kind'], string> = {
  now: 'stroke-accent stroke-2',
  before: 'stroke-edge stroke-[1.5] [stroke-dasharray:4_3]',
  target: 'stroke-gold stroke-[1.5]',
}

const textOf = (amount: Money | null | undefined) => (amount ? formatMoney(amount) : '–')

/**
 * Draws amounts side by side, such as a month beside the one before and the target. The server renders it, without
 * scripts. Put the same figures in a table beside it.
 */
export function LineChart({ label, lines, places }: LinesProps) {
  const shown = lines.filter(
    ({ values }, index) => index === 0 || values.some((value) => value !== null && lengthOf(value)),
  )
  const lengths = shown.map(({ values }) =>
    values.map((value) => (value === null ? null : lengthOf(value))),
  )
  const known = lengths.flat().filter((length) => length !== null)
  const axis = axisOf(Math.max(0, ...known), Math.min(0, ...known))
  const [top, bottom] = [axis[0]!, axis.at(-1)!]
  const at = (length: number) => ((top - length) / (top - bottom)) * HEIGHT
  const width = places.length * STEP
  const x = (index: number) => (index + 0.5) * STEP
  const path = (line: readonly (number | null)[]) =>
    line
      .map((length, place) =>
        length === null
          ? ''
          : `${place === 0 || line[place - 1] === null ? 'M' : 'L'}${x(place)} ${at(length)}`,
      )
      .join('')
  const reading = useReading(places.length, label)
  const read = reading.at === null ? undefined : places[reading.at]
  const amountIn = (line: Line | undefined) =>
    reading.at === null ? null : (line?.values[reading.at] ?? null)
  const rows = shown.map((line) => ({ name: line.name, value: textOf(amountIn(line)) }))
  const [now, before] = [amountIn(shown[0]), amountIn(shown.find(({ kind }) => kind === 'before'))]
  const change = now && before ? changeFrom(before, now) : null
  const main = lengths[0]!
  const end = main.findLastIndex((length) => length !== null)
  return (
    <div {...reading.chart}>
      <Spoken title={read?.name} rows={rows} />
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-2 pt-2">
        <Axis values={axis} className="h-32 sm:h-40" />
        <div className="relative">
          <svg
            role="img"
            aria-label={label}
            viewBox={`0 0 ${width} ${HEIGHT}`}
            preserveAspectRatio="none"
            className="block h-32 w-full overflow-visible sm:h-40"
          >
            <GridLines values={axis} width={width} />
            {end > 0 ? (
              <path
                d={`${path(main.slice(0, end + 1))}V${at(0)}H${x(0)}Z`}
                className="pointer-events-none fill-accent/10"
              />
            ) : null}
            {places.map(({ name }, index) => (
              <g key={name} {...reading.place(index)}>
                <title>{`${name}: ${shown.map((line) => `${line.name} ${textOf(line.values[index])}`).join('; ')}`}</title>
                <rect
                  x={index * STEP}
                  y={0}
                  width={STEP}
                  height={HEIGHT}
                  className={reading.at === index ? 'fill-edge/15' : 'fill-transparent'}
                />
              </g>
            ))}
            {/* The main line is drawn last, above the others. */}
            {shown
              .map(({ name, kind }, index) => (
                <path
                  key={name}
                  d={path(lengths[index]!)}
                  vectorEffect="non-scaling-stroke"
                  className={cx('pointer-events-none fill-none', STROKES[kind])}
                />
              ))
              .reverse()}
          </svg>
          {read ? (
            <HoverCard
              {...{ rows, at: reading.at!, places: places.length, title: read.name }}
              note={change}
            />
          ) : null}
        </div>
        <Ends ends={lengths.map((line) => line.findLast((length) => length !== null))} at={at} />
        <span />
        <Ticks labels={places.map(({ tick }) => tick)} />
      </div>
      <div aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {shown.map(({ name, kind }) => (
          <span key={name} className="flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 24 4" className="h-1 w-6">
              <path d="M0 2H24" className={STROKES[kind]} />
            </svg>
            {name}
          </span>
        ))}
      </div>
    </div>
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
    <svg aria-hidden="true" className="h-32 w-11 overflow-visible text-xs sm:h-40">
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
