import type { FieldMetadata } from '@conform-to/react'
import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { Money as Amount } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { cx } from './classes'
import { Money } from './Figures'
import type { ProductOption } from './lines'
import { PickerField } from './PickerField'
import { PriceField } from './PriceField'
import { propose } from './propose'
import { SelectField } from './SelectField'
import { QuantityField, TextField } from './TextField'

type LineField = FieldMetadata<string, Record<string, unknown>, string[]>
export type LineFields = Record<string, LineField | undefined>

/** An amount of a line. */
export interface LineAmount {
  name: string
  label: string
  /** True where Enter passes the proposed amount by. */
  passed?: boolean
}

/** A field of a line with few choices, such as a VAT class. */
export interface LineChoice {
  name: string
  label: string
  options: readonly { value: string; label: string }[]
  /** The text of the empty choice. */
  empty: string
  className?: string
}

interface Props {
  index: number
  fields: LineFields
  product: ProductOption | undefined
  products: readonly ProductOption[]
  source?: string
  amounts: readonly LineAmount[]
  discount?: string
  choice?: LineChoice
  pieces: number | null
  amount: Amount | null
  remove: ComponentProps<'button'>
  onPick: (product: ProductOption) => void
}

/** Edits one line of LineEditor: a row on a screen, a block under a rule on a phone. */
export function LineRow(props: Props) {
  const { index, fields, product, products, source, amounts, discount, choice } = props
  const { pieces, amount, remove } = props
  const { product_id, quantity } = fields
  const chosen = choice && fields[choice.name]
  const pick = (option: ProductOption | null) => {
    if (!option) return
    props.onPick(option)
    for (const { name } of amounts) propose(fields[name]?.id, option.prices[name], { always: true })
  }
  const short = product?.available !== undefined && pieces !== null && pieces > product.available
  const first = index === 0
  const label = cx('sm:[&_label]:sr-only', first && 'sm:[&_label]:not-sr-only sm:[&_label]:mb-1')
  return (
    <fieldset
      data-line
      className={cx(
        'flex flex-wrap items-start gap-2 sm:flex-nowrap sm:gap-1.5',
        !first && 'max-sm:border-t max-sm:border-line max-sm:pt-3',
        label,
      )}
    >
      <legend className="sr-only">Line {index + 1}</legend>
      {product_id ? (
        <PickerField
          field={product_id}
          label="Product"
          options={products}
          source={source}
          onPick={pick}
          className="w-full min-w-0 sm:w-auto sm:flex-1"
          hintAt="right"
          hint={
            short && product?.available !== undefined ? (
              <span className="font-medium text-warn">
                Only {formatQuantity(Math.max(product.available, 0), product.caseConfig)} available
              </span>
            ) : null
          }
        />
      ) : null}
      {quantity ? (
        <QuantityField
          field={quantity}
          label="Quantity"
          caseConfig={product?.caseConfig}
          hintAt="left"
          className="w-[calc(50%-0.25rem)] sm:w-26"
        />
      ) : null}
      {amounts.map(({ name, label: text, passed }) => {
        const field = fields[name]
        return field ? (
          <PriceField
            key={name}
            field={field}
            packing={product}
            label={text}
            data-passed={passed}
            hintAt="left"
            className="w-[calc(50%-0.25rem)] sm:w-34"
          />
        ) : null
      })}
      {discount && fields[discount] ? (
        <TextField
          field={fields[discount]}
          label="Discount"
          data-seldom
          autoComplete="off"
          controlClass="figures text-right"
          className="w-[calc(50%-0.25rem)] sm:w-18"
        />
      ) : null}
      {choice && chosen ? (
        <SelectField
          field={chosen}
          label={choice.label}
          options={choice.options}
          empty={choice.empty}
          seldom
          className={cx('w-[calc(50%-0.25rem)] sm:w-32', choice.className)}
        />
      ) : null}
      <div
        className={cx(
          'scripted-only flex min-h-9 max-sm:min-h-10 flex-1 items-center gap-2 sm:w-22 sm:flex-none sm:flex-col sm:items-end',
          first ? 'sm:gap-3' : 'sm:justify-center',
        )}
      >
        <span className={cx('text-xs text-muted', first ? 'sm:text-ink' : 'sm:sr-only')}>
          Amount
        </span>
        <Money value={amount} />
      </div>
      <button
        {...remove}
        type="submit"
        aria-label={`Remove line ${index + 1}`}
        className={cx(
          'flex size-9 max-sm:size-10 shrink-0 items-center justify-center rounded-md text-muted hover:bg-danger-soft hover:text-danger',
          first && 'sm:mt-5',
        )}
      >
        <X aria-hidden className="size-4" />
      </button>
    </fieldset>
  )
}
