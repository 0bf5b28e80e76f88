import type { CopyProduct } from '~/platform/field/copy'
import { parseDiscount } from '~/platform/values/discount'
import { formatMoney, type Money } from '~/platform/values/money'
import { formatPrice } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import type { Proposed } from '../data/amounts'
import type { KnownProduct } from '../data/known'
import type { BookingEntry } from '../data/written'
import { AsOf } from '../ui/AsOf'
import { Button, Field, Note } from '../ui/controls'
import { GoneProduct } from '../ui/Missing'
import { Pieces } from './Pieces'
import { ProductPicker } from './ProductPicker'

interface Props {
  entry: BookingEntry
  product: KnownProduct
  proposed: Proposed
  amount: Money
  below: boolean
  products: ReadonlyMap<string, KnownProduct>
  /** Returns why the office refused one of these parts of the line: `.quantity`. */
  refused(...fields: readonly string[]): string | null
  change(entry: BookingEntry): void
  remove(): void
}

/** A line of a booking: cases and pieces in one control, price with its list, and what is available. */
export function BookingLine({
  entry,
  product,
  proposed,
  amount,
  below,
  products,
  refused,
  change,
  remove,
}: Props) {
  const { pieces, discount, free } = entry
  const packing = { caseConfig: product.case, priceUnit: product.per }
  const atDiscount = refused('.discount_percent', '.discount_amount')
  const atFree = free?.some((each) => refused(`.free[${each.product}]`))
  const short = pieces > product.available
  return (
    <li className="rounded-lg bg-surface p-3">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 flex-1 font-medium">{product.name}</span>
        <span className="figures shrink-0">{formatMoney(amount)}</span>
        <Button aria-label={`Remove ${product.name}`} onClick={remove}>
          ×
        </Button>
      </div>
      <p className="text-sm text-muted">
        {formatPrice(proposed.price, packing)}, {proposed.list ?? 'current SRP'}
        {product.gone ? null : (
          <>
            ;{' '}
            <span className={short ? 'text-danger' : ''}>
              {formatQuantity(product.available, product.case)} available
            </span>{' '}
            <AsOf />
          </>
        )}
      </p>
      <GoneProduct product={product} />
      <div className="mt-2">
        <Pieces
          product={product}
          value={pieces}
          error={atDiscount || atFree ? null : refused('')}
          set={(count) => change({ ...entry, pieces: count })}
        />
      </div>
      {below ? (
        <div className="mt-2">
          <Note kind="warn">Below the price floor: the office decides at validation.</Note>
        </div>
      ) : null}
      <details className="mt-1" open={discount !== undefined || free !== undefined || undefined}>
        <summary className="flex min-h-12 cursor-pointer items-center text-sm text-accent underline">
          Discount, free goods
        </summary>
        <Field
          label={`Discount of ${product.name}`}
          value={discount ?? ''}
          maxLength={40}
          hint="Such as 5%, 50.00 off the line, or 5% + 50."
          error={
            parseDiscount(discount ?? '') ? atDiscount : 'Enter a discount such as 5% or 50.00.'
          }
          onChange={({ target }) => change({ ...entry, discount: target.value })}
        />
        <FreeGoods {...{ entry, product, products, refused, change }} />
      </details>
    </li>
  )
}

function FreeGoods({
  entry,
  product,
  products,
  refused,
  change,
}: Pick<Props, 'entry' | 'product' | 'products' | 'refused' | 'change'>) {
  const free = entry.free ?? []
  const give = (given: typeof free) => change({ ...entry, free: given })
  const add = ({ id }: CopyProduct) => give([...free, { product: id, pieces: 1 }])
  const isGiven = (id: string) => free.some((each) => each.product === id)
  return (
    <>
      <ul className="mt-2 flex flex-col gap-2">
        {free.map(({ product: id, pieces }) => {
          const given = products.get(id)
          return given ? (
            <li key={id}>
              <div className="mb-2 flex items-start justify-between gap-3">
                <p className="text-sm">{given.name}, free</p>
                <Button
                  aria-label={`Remove free ${given.name}`}
                  onClick={() => give(free.filter((each) => each.product !== id))}
                >
                  ×
                </Button>
              </div>
              <Pieces
                product={given}
                named={`free ${given.name}`}
                value={pieces}
                error={refused(`.free[${id}]`)}
                set={(count) =>
                  give(
                    free.map((each) => (each.product === id ? { ...each, pieces: count } : each)),
                  )
                }
              />
            </li>
          ) : null
        })}
      </ul>
      {isGiven(product.id) ? null : (
        <Button wide className="my-2" onClick={() => add(product)}>
          Give {product.name} free
        </Button>
      )}
      <ProductPicker
        label="Give another product free"
        products={[...products.values()].filter(
          ({ id, gone }) => !gone && id !== product.id && !isGiven(id),
        )}
        pick={add}
      />
    </>
  )
}
