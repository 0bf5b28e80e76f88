import type { CopyProduct } from '~/platform/field/copy'
import { formatMoney, type Money } from '~/platform/values/money'
import { casesAndPieces, formatQuantity } from '~/platform/values/quantity'
import { Button } from '../ui/controls'

interface Props {
  product: CopyProduct
  pieces: number
  amount: Money
  price: string
  /** The price list of the price; null for the current SRP. */
  list: string | null
  change(pieces: number): void
  remove(): void
}

/** A line of a booking: cases and pieces in one control, price with its list, and what is available. */
export function BookingLine({ product, pieces, amount, price, list, change, remove }: Props) {
  const perCase = Math.max(product.case, 1)
  const [cases, rest] = casesAndPieces(pieces, perCase)
  const short = pieces > product.available
  return (
    <li className="rounded-lg bg-surface p-3">
      <div className="flex justify-between gap-3">
        <span className="font-medium">{product.name}</span>
        <span className="figures shrink-0">{formatMoney(amount)}</span>
      </div>
      <p className="text-sm text-muted">
        {price}, {list ?? 'current SRP'};{' '}
        <span className={short ? 'text-danger' : ''}>
          {formatQuantity(product.available, perCase)} available
        </span>
      </p>
      <div className="mt-2 flex items-end gap-2">
        {perCase > 1 ? (
          <Count
            label={`Cases of ${product.name}`}
            shown="Cases"
            value={cases}
            set={(count) => change(count * perCase + rest)}
          />
        ) : null}
        <Count
          label={`Pieces of ${product.name}`}
          shown="Pieces"
          value={rest}
          set={(count) => change(cases * perCase + count)}
        />
        <Button aria-label={`Remove ${product.name}`} onClick={remove}>
          ×
        </Button>
      </div>
    </li>
  )
}

interface CountProps {
  label: string
  shown: string
  value: number
  set(count: number): void
}

const MOST = 100_000

function Count({ label, shown, value, set }: CountProps) {
  return (
    <label className="min-w-0 flex-1 text-xs text-muted">
      {shown}
      <input
        aria-label={label}
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST}
        value={value === 0 ? '' : value}
        placeholder="0"
        onChange={({ target }) =>
          set(Math.min(Math.max(Math.trunc(Number(target.value)) || 0, 0), MOST))
        }
        className="figures mt-1 block min-h-12 w-full rounded-md border border-edge bg-surface px-3 text-base text-ink"
      />
    </label>
  )
}
