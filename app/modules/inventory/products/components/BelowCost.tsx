import { formatMoney, fromCents, type Money, parseMoney, toCents } from '~/platform/values/money'
import { Badge } from '~/ui/Badge'

/** Warns that a product sells below its cost. */
export function BelowCostBadge() {
  return <Badge tone="warn">Below cost</Badge>
}

/**
 * Returns how far a price is below the cost; null when it is not, or when one of them is not
 * entered yet.
 */
function shortfall(price: string | undefined, cost: string | undefined): Money | null {
  const [sold, paid] = [price && parseMoney(price), cost && parseMoney(cost)]
  if (!sold || !paid) return null
  const missing = toCents(paid) - toCents(sold)
  return missing > 0n ? fromCents(missing) : null
}

/** Warns beside a price field, before and after saving. It never refuses. */
export function BelowCostHint(props: {
  /** The name of the price, for example "Default SRP". */
  price: string
  value: string | undefined
  cost: string | undefined
}) {
  const missing = shortfall(props.value, props.cost)
  if (!missing) return null
  return (
    <span className="block font-medium text-warn" role="status">
      {props.price} is {formatMoney(missing)} below cost.
    </span>
  )
}
