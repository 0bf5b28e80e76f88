import { addMoney, type Money, money, multiplyMoney, parseMoney } from '~/platform/values/money'
import { parseQuantity } from '~/platform/values/quantity'
import type { ProductOption } from '~/ui/lines'

/** One line of the entry form as it is typed. */
interface TypedLine {
  productId: string | undefined
  quantity: string | undefined
  agentSrp: string | undefined
}

/** A product of the booking being typed, all its lines together; quantities in pieces. */
export interface Asked {
  id: string
  label: string
  caseConfig: number
  pieces: number
  /** Undefined until known. */
  available: number | undefined
}

/**
 * What is asked per product and what it comes to. An empty price counts as the live SRP, as the
 * action takes it; lines that do not parse yet count as nothing. `options` came with the page,
 * `stock` is what the panel read since and goes before them.
 */
export function readEntry(
  lines: readonly TypedLine[],
  options: readonly ProductOption[],
  stock: readonly ProductOption[],
): { asked: Asked[]; total: Money } {
  const asked = new Map<string, Asked>()
  const amounts: Money[] = []
  for (const line of lines) {
    const chosen = ({ id }: ProductOption) => id === line.productId
    const product = stock.find(chosen) ?? options.find(chosen)
    if (!product) continue
    const pieces = line.quantity ? (parseQuantity(line.quantity, product.caseConfig) ?? 0) : 0
    const price = parseMoney(line.agentSrp || (product.prices.agent_srp ?? ''))
    if (price) amounts.push(multiplyMoney(price, pieces))
    const known = asked.get(product.id)
    asked.set(product.id, {
      id: product.id,
      label: product.label,
      caseConfig: product.caseConfig,
      pieces: (known?.pieces ?? 0) + pieces,
      available: product.available,
    })
  }
  return { asked: [...asked.values()], total: addMoney(money(0), ...amounts) }
}
