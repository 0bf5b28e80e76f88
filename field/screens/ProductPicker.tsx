import { useState } from 'react'
import type { CopyProduct } from '~/platform/field/copy'
import { formatQuantity } from '~/platform/values/quantity'
import { Field } from '../ui/controls'
import { matches } from './search'

const SHOWN = 8

interface Props {
  label: string
  products: readonly CopyProduct[]
  pick(product: CopyProduct): void
}

/** Adds a product that is found by part of its name or code. */
export function ProductPicker({ label, products, pick }: Props) {
  const [typed, setTyped] = useState('')
  const found =
    typed.trim() === ''
      ? []
      : products.filter(({ name, code }) => matches(typed, name, code)).slice(0, SHOWN)
  return (
    <div className="rounded-lg bg-surface p-3">
      <Field
        label={label}
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {typed.trim() && found.length === 0 ? <p>No other product has these words.</p> : null}
      <ul>
        {found.map((product) => (
          <li key={product.id}>
            <button
              type="button"
              className="flex min-h-12 w-full items-center justify-between gap-3 text-left"
              onClick={() => {
                pick(product)
                setTyped('')
              }}
            >
              <span>{product.name}</span>
              <span className="figures shrink-0 text-sm text-muted">
                {formatQuantity(product.available, product.case)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
