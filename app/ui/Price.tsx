import { formatPrice, type Packing, type Price as PriceText } from '~/platform/values/price'

/** Shows a price with its unit, such as "96.25/cs"; a dash when null. */
export function Price({ value, packing }: { value: PriceText | null; packing: Packing }) {
  if (value === null) return <span className="text-muted">–</span>
  return <span className="figures whitespace-nowrap">{formatPrice(value, packing)}</span>
}
