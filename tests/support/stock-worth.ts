const cents = (amount: string) => BigInt(amount.replace('.', ''))

/** What a movement adds to the worth of its product's stock, in centavos. */
interface Worth {
  on: string
  cost: bigint
}

/**
 * Computes the cost of each movement by product, in the order of posting: what has a document comes in and goes out at
 * its price, anything else at the moving average, or at the default cost when nothing is on hand. The last pieces take
 * the whole worth with them, and what goes out never takes more than that.
 */
export function stockWorth(moves: readonly Record<string, string | null>[]): Map<string, Worth[]> {
  const worth = new Map<string, Worth[]>()
  const now = new Map<string, { pieces: bigint; value: bigint }>()
  for (const move of moves) {
    const product = move.product_id!
    const stock = now.get(product) ?? { pieces: 0n, value: 0n }
    const pieces = BigInt(move.quantity!)
    const many = pieces < 0n ? -pieces : pieces
    const priced = move.cost === null ? null : many * cents(move.cost!)
    const average = stock.pieces > 0n ? half(stock.value * many, stock.pieces) : null
    let cost = priced ?? average ?? many * cents(move.def_cost!)
    if (pieces < 0n) {
      if (many >= stock.pieces || cost > stock.value) cost = stock.value
      cost = -cost
    }
    now.set(product, { pieces: stock.pieces + pieces, value: stock.value + cost })
    worth.set(product, [...(worth.get(product) ?? []), { on: move.on_date!, cost }])
  }
  return worth
}

/** Divides and rounds half up. */
const half = (amount: bigint, by: bigint) => (amount * 2n + by) / (by * 2n)
