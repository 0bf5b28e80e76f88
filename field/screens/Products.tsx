import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { formatPrice, price } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import { useData } from '../data/database'
import { AsOf } from '../ui/AsOf'
import { Field } from '../ui/controls'
import { Shell } from '../ui/Shell'
import { matches } from './search'

const SHOWN = 50

/** The products with price and what is available, as of the last refresh. */
export function Products() {
  const { db } = useData()
  const [typed, setTyped] = useState('')
  const all = useLiveQuery(() => db.products.toArray(), [db])
  const found = all
    ?.filter(({ name, code }) => matches(typed, name, code))
    .sort((a, b) => a.name.localeCompare(b.name))
  return (
    <Shell title="Products">
      <Field
        label="Find by name or code"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found?.length === 0 ? <p>No product has these words.</p> : null}
      <ul className="flex flex-col gap-px overflow-hidden rounded-lg">
        {found?.slice(0, SHOWN).map((product) => {
          const packing = { caseConfig: product.case, priceUnit: product.per }
          return (
            <li key={product.id} className="bg-surface px-4 py-2">
              <span className="flex justify-between gap-3">
                <span className="truncate font-medium">{product.name}</span>
                <span className="figures shrink-0">
                  {formatPrice(price(product.price, product.pieces), packing)}
                </span>
              </span>
              <span className="flex justify-between gap-3 text-sm text-muted">
                <span>{product.code}</span>
                <span className={`figures ${product.available > 0 ? '' : 'text-danger'}`}>
                  {formatQuantity(product.available, product.case)} available
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      {found && found.length > SHOWN ? (
        <p className="text-muted">
          {SHOWN} of {found.length} products: type part of a name to find others.
        </p>
      ) : null}
      <p className="text-sm">
        Current SRP and available stock <AsOf />
      </p>
    </Shell>
  )
}
