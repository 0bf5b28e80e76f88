import { formatMoney, type Money } from '~/platform/values/money'
import { lengthOf } from './chart-parts'

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
        className={percent < due ? 'fill-gold' : 'fill-accent'}
      />
      <path
        d={`M${along(due)} 0V8`}
        vectorEffect="non-scaling-stroke"
        className="stroke-ink stroke-1"
      />
    </svg>
  )
}

/** The circumference of a half circle with the radius 40. */
const ARC = Math.PI * 40

/** Shows the reached part of a target as an arc of half a circle; a gold mark stands where it should be by now. */
export function TargetArc({
  label,
  percent,
  due,
}: {
  label: string
  percent: number
  due: number
}) {
  const along = (part: number) => Math.min(100, Math.max(0, part)) / 100
  const angle = Math.PI * (1 - along(due))
  const mark = (radius: number) =>
    `${50 + Math.cos(angle) * radius} ${50 - Math.sin(angle) * radius}`
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 56" className="h-14 w-25 shrink-0">
      <path d="M10 50A40 40 0 0 1 90 50" className="fill-none stroke-sunken stroke-8" />
      <path
        d="M10 50A40 40 0 0 1 90 50"
        strokeDasharray={`${ARC * along(percent)} ${ARC}`}
        className="fill-none stroke-accent stroke-8"
      />
      <path d={`M${mark(34)}L${mark(46)}`} className="stroke-gold stroke-3" />
      <text
        x={50}
        y={48}
        textAnchor="middle"
        fontSize={16}
        className="figures fill-ink font-semibold"
      >
        {Math.round(percent)}%
      </text>
    </svg>
  )
}

/** The shades of an aging bar, from what is not due to the oldest. */
const SHADES = ['fill-accent', 'fill-edge/60', 'fill-danger/40', 'fill-danger/65', 'fill-danger']

const shadeOf = (place: number, count: number) =>
  place === 0 ? 0 : Math.max(1, SHADES.length - count + place)

/** Returns a part in percent; one that rounds to nothing is not nothing. */
const partText = (part: number) => (part > 0 && part < 0.01 ? '<1%' : `${Math.round(part * 100)}%`)

interface AgingProps {
  /** The amounts from what is not due to the oldest. */
  buckets: readonly { label: string; amount: Money }[]
  /** True where the shades are explained below the bar, each with its amount and its part of the total. */
  legend?: boolean
}

/** Shows receivables by age as one bar. */
export function AgingBar({ buckets, legend }: AgingProps) {
  const lengths = buckets.map(({ amount }) => Math.max(0, lengthOf(amount)))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total === 0) return null
  const text = buckets.map(({ label, amount }) => `${label} ${formatMoney(amount)}`).join(', ')
  const shade = (place: number) => SHADES[shadeOf(place, buckets.length)]
  const bar = (
    <svg
      role="img"
      aria-label={`By age: ${text}`}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      className="mt-1 block h-2 w-full"
    >
      {buckets.map(({ label, amount }, place) => (
        <rect
          key={label}
          x={(lengths.slice(0, place).reduce((sum, length) => sum + length, 0) / total) * 100}
          width={(lengths[place]! / total) * 100}
          height={8}
          className={shade(place)}
        >
          <title>{`${label}: ${formatMoney(amount)}`}</title>
        </rect>
      ))}
    </svg>
  )
  if (!legend) return bar
  return (
    <figure>
      {bar}
      <figcaption aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {buckets.map(({ label, amount }, place) => (
          <span key={label} className="flex items-center gap-1.5">
            <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
              <rect width={8} height={8} className={shade(place)} />
            </svg>
            {label}
            <span className="figures text-ink">{formatMoney(amount)}</span>
            <span className="figures">{partText(lengths[place]! / total)}</span>
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** Draws amounts by day as a small line without axes, beside their figure. */
export function Sparkline({ label, values }: { label: string; values: readonly Money[] }) {
  const lengths = values.map(lengthOf)
  const [top, bottom] = [Math.max(0, ...lengths), Math.min(0, ...lengths)]
  if (top === bottom) return null
  const points = lengths.map(
    (length, index) =>
      `${(index / Math.max(values.length - 1, 1)) * 96} ${2 + ((top - length) / (top - bottom)) * 24}`,
  )
  return (
    <svg role="img" aria-label={label} viewBox="0 0 96 28" className="h-7 w-24 shrink-0">
      <path d={`M${points.join('L')}`} className="fill-none stroke-accent stroke-[1.5]" />
    </svg>
  )
}
