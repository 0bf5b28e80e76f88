import { formatMoney, fromCents, type Money, parseMoney, toCents } from '~/platform/values/money'
import { Badge } from '~/ui/Badge'

/** The warning beside a product that is sold for less than it costs. */
export function BelowCostBadge() {
  return <Badge tone="warn">Below cost</Badge>
}

/** How much less a price is than the cost; null when it is none, or not typed yet. */
function shortfall(price: string | undefined, cost: string | undefined): Money | null {
  const [sold, paid] = [price && parseMoney(price), cost && parseMoney(cost)]
  if (!sold || !paid) return null
  const missing = toCents(paid) - toCents(sold)
  return missing > 0n ? fromCents(missing) : null
}

/** Warns beside a price field, before and after saving; it never refuses. */
export function BelowCostHint(props: {
  /** "Default SRP", "Live SRP" */
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
