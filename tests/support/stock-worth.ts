const cents = (amount: string) => BigInt(amount.replace('.', ''))

/** What a movement adds to the worth of its product's stock, in centavos. */
interface Worth {
  on: string
  cost: bigint
}

/** The stock of a product: pieces on hand, and their worth in centavos. */
interface Stock {
  pieces: bigint
  value: bigint
}

/**
 * Returns what pieces that come in, or go out (below zero), cost in centavos with their sign: the cost of their document, else the
 * moving average, or the default cost of so many pieces when nothing is on hand. The last pieces take the whole worth with them. What
 * goes out at the cost of its document leaves some worth behind, or goes at the moving average; a correction of no pieces never takes
 * more than there is.
 */
export function movementCost(
  { pieces: onHand, value }: Stock,
  pieces: bigint,
  given: bigint | null,
  byDefault: bigint,
): bigint {
  if (pieces < 0n && onHand + pieces <= 0n) return -value
  const many = pieces < 0n ? -pieces : pieces
  const usual = onHand > 0n ? half(value * many, onHand) : byDefault
  const cost = given ?? (pieces < 0n ? -usual : usual)
  if (pieces < 0n && -cost >= value) return -usual
  return pieces === 0n && cost < -value ? -value : cost
}

/** Computes the cost of each movement by product, in the order of posting. */
export function stockWorth(moves: readonly Record<string, string | null>[]): Map<string, Worth[]> {
  const worth = new Map<string, Worth[]>()
  const now = new Map<string, Stock>()
  for (const move of moves) {
    const product = move.product_id!
    const stock = now.get(product) ?? { pieces: 0n, value: 0n }
    const pieces = BigInt(move.quantity!)
    const many = pieces < 0n ? -pieces : pieces
    const given = move.cost === null ? null : pieces * cents(move.cost!)
    const cost = movementCost(stock, pieces, given, many * cents(move.def_cost!))
    now.set(product, { pieces: stock.pieces + pieces, value: stock.value + cost })
    worth.set(product, [...(worth.get(product) ?? []), { on: move.on_date!, cost }])
  }
  return worth
}

/** Divides and rounds half up. */
const half = (amount: bigint, by: bigint) => (amount * 2n + by) / (by * 2n)
