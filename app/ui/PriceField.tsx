import { type ComponentProps, useState } from 'react'
import { eachOf, formatEach, formatPrice, type Packing, parsePrice } from '~/platform/values/price'
import { TextField } from './TextField'

/**
 * Edits a price: takes "100", "100/cs", "100/pc" or "100 / 12", and shows below what a piece costs when the price is for
 * more. Schema: `priceField`; the action calls `parsePrice(text, packing)`.
 */
export function PriceField<S, F extends Record<string, unknown>, E>({
  packing,
  ...props
}: ComponentProps<typeof TextField<S, F, E>> & { packing: Packing | undefined }) {
  const [typed, setTyped] = useState(String(props.field.initialValue ?? ''))
  const price = packing ? parsePrice(typed, packing) : null
  return (
    <TextField
      {...props}
      hint={
        price?.includes('/') ? (
          <>
            = {formatEach(eachOf(price))}/pc{props.hint ? <> · {props.hint}</> : null}
          </>
        ) : (
          props.hint
        )
      }
      autoComplete="off"
      controlClass="figures text-right"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={({ currentTarget }) => {
        const read = packing ? parsePrice(currentTarget.value, packing) : null
        if (packing && read) currentTarget.value = formatPrice(read, packing)
      }}
    />
  )
}
