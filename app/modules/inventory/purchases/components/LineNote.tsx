import { formatDate } from '~/platform/values/dates'
import { formatPrice } from '~/platform/values/price'
import { Badge } from '~/ui/Badge'
import { type PurchaseProduct, readPrices } from '../prices'

interface Props {
  product: PurchaseProduct
  cost: string | undefined
  srp: string | undefined
  /** True for a purchase; other kinds leave the current SRP alone. */
  setsPrice: boolean
}

/**
 * Shows the product's last cost and current SRP below a line, and how far the input is from them.
 */
export function LineNote({ product, cost, srp, setsPrice }: Props) {
  const { last, liveSrp, defCost } = product
  const prices = readPrices(product, { cost, srp: setsPrice ? srp : undefined })
  return (
    <p
      data-note
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 pt-1 pb-1.5 text-xs text-muted sm:px-0"
    >
      {last ? (
        <span className="figures">
          Last cost {formatPrice(last.cost, product)} <Change text={prices.costChange} /> on{' '}
          {last.poNo}, {formatDate(last.date)}
          {last.srp === null ? null : `, with SRP ${formatPrice(last.srp, product)}`}
        </span>
      ) : (
        <span className="figures">
          No purchase yet; default cost {formatPrice(defCost, product)}
        </span>
      )}
      <span className="figures">
        Current SRP {formatPrice(liveSrp, product)} <Change text={prices.srpChange} />
      </span>
      {setsPrice && prices.below === 'new' ? <Badge tone="danger">SRP below cost</Badge> : null}
      {setsPrice && prices.below === 'live' ? (
        <Badge tone="warn">Current SRP below this cost</Badge>
      ) : null}
    </p>
  )
}

function Change({ text }: { text: string | null }) {
  return text ? <strong className="font-semibold text-ink">{text}</strong> : null
}
