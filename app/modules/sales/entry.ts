import { addMoney, type Money, money } from '~/platform/values/money'
import { amountAt, parsePrice } from '~/platform/values/price'
import { parseQuantity } from '~/platform/values/quantity'
import type { ProductOption } from '~/ui/lines'

/** One line of the entry form as it is typed. */
interface TypedLine {
  productId: string | undefined
  quantity: string | undefined
  agentSrp: string | undefined
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
}

/**
 * Returns the pieces per product and the total. An empty price counts as the current SRP, as in the
 * action; lines that are not valid yet count as 0. `options` came with the page; `stock` is what
 * the panel has loaded since and takes precedence.
 */
export function summarizeEntry(
  lines: readonly TypedLine[],
  options: readonly ProductOption[],
  stock: readonly ProductOption[],
): { ordered: OrderedProduct[]; total: Money } {
  const ordered = new Map<string, OrderedProduct>()
  const amounts: Money[] = []
  for (const line of lines) {
    const chosen = ({ id }: ProductOption) => id === line.productId
    const product = stock.find(chosen) ?? options.find(chosen)
    if (!product) continue
    const pieces = line.quantity ? (parseQuantity(line.quantity, product.caseConfig) ?? 0) : 0
    const price = parsePrice(line.agentSrp || (product.prices.agent_srp ?? ''), product)
    if (price) amounts.push(amountAt(price, pieces))
    const known = ordered.get(product.id)
    ordered.set(product.id, {
      id: product.id,
      label: product.label,
      caseConfig: product.caseConfig,
      pieces: (known?.pieces ?? 0) + pieces,
      available: product.available,
    })
  }
  return { ordered: [...ordered.values()], total: addMoney(money(0), ...amounts) }
}
