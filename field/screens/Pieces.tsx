import type { CopyProduct } from '~/platform/field/copy'
import { casesAndPieces } from '~/platform/values/quantity'

interface Props {
  product: CopyProduct
  /** The name of the fields where that of the product does not say it. */
  named?: string
  value: number
  set(pieces: number): void
}

/** A quantity of a product: cases and pieces. */
export function Pieces({ product, named = product.name, value, set }: Props) {
  const perCase = Math.max(product.case, 1)
  const [cases, rest] = casesAndPieces(value, perCase)
  return (
    <>
      {perCase > 1 ? (
        <Count
          label={`Cases of ${named}`}
          shown="Cases"
          value={cases}
          set={(count) => set(count * perCase + rest)}
        />
      ) : null}
      <Count
        label={`Pieces of ${named}`}
        shown="Pieces"
        value={rest}
        set={(count) => set(cases * perCase + count)}
      />
    </>
  )
}

interface CountProps {
  label: string
  shown: string
  value: number
  set(count: number): void
}

const MOST = 100_000

/** A number of things that is typed. */
export function Count({ label, shown, value, set }: CountProps) {
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
