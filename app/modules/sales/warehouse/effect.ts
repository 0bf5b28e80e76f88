import { fromCents, type Money, toCents } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { ASKABLE, mostOf } from './ask'

/** A figure before and after. */
interface Change<T> {
  before: T
  after: T
}

/** The effect of approving a request, on current stock and balance. */
export interface RequestEffect {
  /** Pieces per product: available ones for a reduction, on-hand ones for goods taken back. */
  stock: ({ id: string; product: string; caseConfig: number } & Change<number>)[]
  owed: Change<Money>
  /**
   * The part of the credit that exceeds the balance. It becomes the customer's unapplied credit.
   */
  freed: Money
  /** The reason why an approval would be refused now; null when there is none. */
  obstacle: string | null
}

interface Request {
  kind: string
  lines: readonly { id: string; product: string; caseConfig: number; requested: number }[]
  /** The amount of the requested pieces. */
  credit: Money
}

interface Booking {
  soNo: string
  stage: string
  dateDelivered: string | null
  balance: Money
  lines: readonly {
    id: string
    productId: string
    open: number
    delivered: number
    returned: number
    available: number | null
    onHand: number | null
  }[]
}

/** Computes the effect as the SQL command does, to show it before the decision. */
export function effectOf(request: Request, booking: Booking): RequestEffect {
  const owed = toCents(booking.balance)
  const credit = toCents(request.credit)
  const rest = owed > credit ? owed - credit : 0n
  return {
    stock: stockOf(request, booking),
    owed: { before: booking.balance, after: fromCents(rest) },
    freed: fromCents(credit - (owed - rest)),
    obstacle: obstacleTo(request, booking),
  }
}

function stockOf(request: Request, booking: Booking): RequestEffect['stock'] {
  const products = new Map<string, RequestEffect['stock'][number]>()
  for (const { id, product, caseConfig, requested } of request.lines) {
    const line = booking.lines.find((each) => each.id === id)
    const now = request.kind === 'reduce' ? line?.available : line?.onHand
    if (!line || requested === 0 || now === null || now === undefined) continue
    const known = products.get(line.productId)
    if (known) known.after += requested
    else
      products.set(line.productId, {
        id: line.productId,
        product,
        caseConfig,
        before: now,
        after: now + requested,
      })
  }
  return [...products.values()]
}

function obstacleTo(request: Request, booking: Booking): string | null {
  if (!ASKABLE.some((stage) => stage === booking.stage))
    return `${booking.soNo} is ${booking.stage} now.`
  if (request.kind === 'hold')
    return booking.dateDelivered ? `${booking.soNo} is already delivered.` : null
  const kind = request.kind === 'reduce' ? 'reduce' : 'take_back'
  for (const { id, product, caseConfig, requested } of request.lines) {
    const line = booking.lines.find((each) => each.id === id)
    const most = line ? mostOf(line)[kind] : 0
    if (requested > most) {
      const left = formatQuantity(most, caseConfig)
      return kind === 'reduce'
        ? `Only ${left} of ${product} is still undelivered.`
        : `Only ${left} of ${product} can still be returned.`
    }
  }
  return null
}
