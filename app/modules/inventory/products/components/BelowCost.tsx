import { formatMoney, fromCents, toCents } from '~/platform/values/money'
import { eachOf, formatEach, type Packing, parsePrice, partsOf } from '~/platform/values/price'
import { Badge } from '~/ui/Badge'

/** Warns that a product sells below its cost. */
export function BelowCostBadge() {
  return <Badge tone="warn">Below cost</Badge>
}

/**
 * Returns how far a price is below the cost; null when it is not, or when one of them is not
 * entered yet.
 */
function shortfall(typed: string | undefined, cost: string | undefined, packing: Packing) {
  const [sold, paid] = [typed && parsePrice(typed, packing), cost && parsePrice(cost, packing)]
  if (!sold || !paid || eachOf(sold) >= eachOf(paid)) return null
  const [price, of] = [partsOf(sold), partsOf(paid)]
  return price.pieces === of.pieces
    ? formatMoney(fromCents(toCents(of.amount) - toCents(price.amount)))
    : `${formatEach(eachOf(paid) - eachOf(sold))}/pc`
}

/** Warns beside a price field, before and after saving. It never refuses. */
export function BelowCostHint(props: {
  /** The name of the price, for example "Default SRP". */
  price: string
  value: string | undefined
  cost: string | undefined
  packing: Packing
}) {
  const missing = shortfall(props.value, props.cost, props.packing)
  if (!missing) return null
  return (
    <span className="block font-medium text-warn" role="status">
      {props.price} is {missing} below cost.
    </span>
  )
}
