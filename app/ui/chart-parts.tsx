import { type KeyboardEvent, useState } from 'react'
import { type Money, toCents } from '~/platform/values/money'
import { cx } from './classes'

/** Amounts become floats only here, as lengths: a chart is not exact, the table beside it is. */
export const lengthOf = (amount: Money) => Number(toCents(amount))

/**
 * The height of the view box. The chart stretches to its container, with constant stroke widths.
 */
export const HEIGHT = 100
/** The width of a place in the view box. */
export const STEP = 10

/** The most gridlines that a value axis has. */
const LINES = 5
const NICE = [1, 2, 2.5, 5, 10]

/** Returns the values of an axis in cents, from the top down: round ones, with zero among them. */
export function axisOf(top: number, bottom: number): number[] {
  const rough = Math.max(top - bottom, 100) / (LINES - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * NICE.find((nice) => nice * power >= rough)!
  const [first, last] = [Math.ceil(top / step), Math.floor(bottom / step)]
  return Array.from({ length: Math.max(first - last, 1) + 1 }, (_, index) => (first - index) * step)
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
export const compact = (cents: number) => COMPACT.format(cents / 100)

/** Shows the values of an axis, evenly spaced as the gridlines are. */
export function Axis({ values, className }: { values: readonly number[]; className: string }) {
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
export function GridLines({ values, width }: { values: readonly number[]; width: number }) {
  return values.map((value, index) => (
    <path
      key={value}
      d={`M0 ${(index / (values.length - 1)) * HEIGHT}H${width}`}
      vectorEffect="non-scaling-stroke"
      className={value === 0 ? 'stroke-edge' : 'stroke-line'}
    />
  ))
}

/** The most labels below a chart. */
const TICKS = 5

/** Shows up to five labels below a chart, of places that are evenly spaced. */
export function Ticks({ labels }: { labels: readonly string[] }) {
  const count = Math.min(TICKS, labels.length)
  const at = (tick: number) => Math.round((tick * (labels.length - 1)) / Math.max(count - 1, 1))
  return (
    <span aria-hidden className="figures mt-1 flex justify-between gap-2 text-xs text-muted">
      {Array.from({ length: count }, (_, tick) => (
        <span key={labels[at(tick)]}>{labels[at(tick)]}</span>
      ))}
    </span>
  )
}

/** Reads out one place of a chart at a time: the one under the pointer, or chosen with the arrow keys. */
export function useReading(places: number, label: string) {
  const [at, setAt] = useState<number | null>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const last = places - 1
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
      'aria-label': label,
      tabIndex: 0,
      onKeyDown,
      onBlur: () => setAt(null),
      onPointerLeave: () => setAt(null),
    },
    place: (index: number) => ({ onPointerEnter: () => setAt(index) }),
  }
}

interface CardProps {
  /** The place that is read, of so many. */
  at: number
  places: number
  title: string
  rows: readonly { name: string; value: string }[]
  note?: string | null
}

const CARD_WIDTH = 210

/**
 * Shows the figures of a place in a card beside it. The card is drawn within an SVG, whose attributes place it: the pages allow
 * no style attributes.
 */
export function HoverCard({ at, places, title, rows, note }: CardProps) {
  const part = (at + 0.5) / places
  return (
    <svg
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-10 size-full overflow-visible"
    >
      <svg aria-hidden="true" x={`${part * 100}%`} className="overflow-visible">
        <foreignObject
          x={part > 0.5 ? -CARD_WIDTH - 8 : 8}
          y={0}
          width={CARD_WIDTH}
          height={140}
          className="overflow-visible"
        >
          <div className="rounded-md border border-line bg-surface px-3 py-2 text-xs shadow-float">
            <p className="font-semibold">{title}</p>
            {rows.map(({ name, value }) => (
              <p key={name} className="flex justify-between gap-3">
                <span className="text-muted">{name}</span>
                <span className="figures">{value}</span>
              </p>
            ))}
            {note ? <p className="mt-0.5 text-right text-muted">{note}</p> : null}
          </div>
        </foreignObject>
      </svg>
    </svg>
  )
}
