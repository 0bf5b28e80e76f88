import { NO_DISCOUNT, netAmountAt, parseDiscount } from '~/platform/values/discount'
import { addMoney, fromCents, type Money, money, toCents } from '~/platform/values/money'
import { divide, isFree, parsePrice } from '~/platform/values/price'
import { parseQuantity } from '~/platform/values/quantity'
import type { ProductOption } from '~/ui/lines'

/** A product with the price that a booking of the chosen customer proposes, and where it comes from. */
export interface ProposedProduct extends ProductOption {
  /** The price list with the day from which the price counts; null for the current SRP. */
  list: { name: string; validFrom: string } | null
  /** The lowest price that needs no override, as staff type prices; null for a reader without prices.read. */
  floor: string | null
  /** The percentage of VAT that comes on top of the price; 0 when the price includes it. */
  vatOnTop: number
}

/** One line of the entry form as it is typed. */
interface TypedLine {
  productId: string | undefined
  quantity: string | undefined
  agentSrp: string | undefined
  discount?: string | undefined
}

/**
 * A product of the booking that is being typed, with all its lines together. Quantities are in
 * pieces.
 */
export interface OrderedProduct {
  id: string
  label: string
  caseConfig: number
  pieces: number
  /** Undefined until the stock is loaded. */
  available: number | undefined
  /** Undefined until the proposed price is loaded. */
  proposed: ProposedProduct | undefined
}

/**
 * Returns the pieces per product and the total, with VAT. An empty price counts as the proposed one, as in the
 * action; lines that are not valid yet count as 0. `options` came with the page; `stock` is what
 * the panel has loaded since and takes precedence.
 */
export function summarizeEntry(
  lines: readonly TypedLine[],
  options: readonly ProductOption[],
  stock: readonly ProposedProduct[],
): { ordered: OrderedProduct[]; total: Money } {
  const ordered = new Map<string, OrderedProduct>()
  const amounts: Money[] = []
  for (const line of lines) {
    const chosen = ({ id }: ProductOption) => id === line.productId
    const proposed = stock.find(chosen)
    const product = proposed ?? options.find(chosen)
    if (!product) continue
    const pieces = line.quantity ? (parseQuantity(line.quantity, product.caseConfig) ?? 0) : 0
    const price = isFree(line.agentSrp)
      ? null
      : parsePrice(line.agentSrp || (product.prices.agent_srp ?? ''), product)
    const discount = line.discount ? parseDiscount(line.discount) : NO_DISCOUNT
    if (price && discount && pieces > 0) {
      amounts.push(withVat(netAmountAt(price, pieces, discount), proposed?.vatOnTop ?? 0))
    }
    const known = ordered.get(product.id)
    ordered.set(product.id, {
      id: product.id,
      label: product.label,
      caseConfig: product.caseConfig,
      pieces: (known?.pieces ?? 0) + pieces,
      available: product.available,
      proposed,
    })
  }
  return { ordered: [...ordered.values()], total: addMoney(money(0), ...amounts) }
}

/** Returns an amount with the VAT that comes on top of it, as `private.with_vat` does. */
function withVat(amount: Money, percent: number): Money {
  if (percent === 0) return amount
  return fromCents(toCents(amount) + divide(toCents(amount) * toCents(money(percent)), 10_000))
}
