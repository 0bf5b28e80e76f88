import { type ReactNode, useId } from 'react'
import type { CopyProduct } from '~/platform/field/copy'
import { casesAndPieces } from '~/platform/values/quantity'
import { ErrorText } from '../ui/controls'

interface Props {
  product: CopyProduct
  /** The name of the fields where that of the product does not say it. */
  named?: string
  value: number
  error?: string | null
  set(pieces: number): void
}

const MOST = 100_000

/** A quantity of a product in one control: cases and pieces, typed or one more and less; pieces that fill a case become one. */
export function Pieces({ product, named = product.name, value, error, set }: Props) {
  const id = useId()
  const perCase = Math.max(product.case, 1)
  const [cases, rest] = casesAndPieces(value, perCase)
  const said = error ? id : undefined
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Quantity of {named}</legend>
      <div className="flex gap-2">
        {perCase > 1 ? (
          <Stepped one={`case of ${named}`} by={perCase} value={value} set={set}>
            <Count
              label={`Cases of ${named}`}
              shown="Cases"
              value={cases}
              said={said}
              set={(count) => set(count * perCase + rest)}
            />
          </Stepped>
        ) : null}
        <Stepped one={`piece of ${named}`} by={1} value={value} set={set}>
          <Count
            label={`Pieces of ${named}`}
            shown="Pieces"
            value={rest}
            said={said}
            set={(count) => set(cases * perCase + count)}
          />
        </Stepped>
      </div>
      {error ? <ErrorText id={id}>{error}</ErrorText> : null}
    </fieldset>
  )
}

interface SteppedProps {
  /** The name of what one press adds or takes away. */
  one: string
  /** Pieces of one press. */
  by: number
  value: number
  set(pieces: number): void
  children: ReactNode
}

function Stepped({ one, by, value, set, children }: SteppedProps) {
  const look =
    'min-h-12 w-11 shrink-0 rounded-md border border-edge bg-surface text-xl text-ink disabled:opacity-55'
  return (
    <div className="flex min-w-0 flex-1 items-end">
      <button
        type="button"
        aria-label={`One less ${one}`}
        disabled={value < by}
        onClick={() => set(value - by)}
        className={look}
      >
        −
      </button>
      {children}
      <button
        type="button"
        aria-label={`One more ${one}`}
        disabled={value + by > MOST}
        onClick={() => set(value + by)}
        className={look}
      >
        +
      </button>
    </div>
  )
}

interface CountProps {
  label: string
  shown: string
  value: number
  /** The id of the text that says what is wrong. */
  said?: string | undefined
  set(count: number): void
}

/** A number of things that is typed. */
export function Count({ label, shown, value, said, set }: CountProps) {
  return (
    <label className="min-w-0 flex-1 text-center text-xs text-muted">
      {shown}
      <input
        aria-label={label}
        aria-invalid={said ? true : undefined}
        aria-describedby={said}
        type="number"
        inputMode="numeric"
        min={0}
        max={MOST}
        value={value === 0 ? '' : value}
        placeholder="0"
        onChange={({ target }) =>
          set(Math.min(Math.max(Math.trunc(Number(target.value)) || 0, 0), MOST))
        }
        className="figures mt-1 block min-h-12 w-full appearance-none rounded-md border border-edge bg-surface px-1 text-center text-base text-ink [&::-webkit-inner-spin-button]:appearance-none"
      />
    </label>
  )
}
