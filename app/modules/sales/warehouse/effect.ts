import { fromCents, type Money, toCents } from '~/platform/values/money'
import { formatQuantity } from '~/platform/values/quantity'
import { ASKABLE, mostOf } from './ask'

/** A figure as it is and as it will be. */
interface Change<T> {
  before: T
  after: T
}

/** What approving a request would do to the goods and the money as they stand now. */
export interface Effect {
  /** Pieces per product: free to sell for a reduction, on hand for goods taken back. */
  stock: ({ id: string; product: string; caseConfig: number } & Change<number>)[]
  owed: Change<Money>
  /** Of what was paid: beyond the rest, so it becomes credit of the customer. */
  freed: Money
  /** Why approving would be refused now; null when it would not be. */
  obstacle: string | null
}

interface Request {
  kind: string
  lines: readonly { id: string; product: string; caseConfig: number; asked: number }[]
  /** What the lines asked for are worth. */
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

/** The same sums as the command makes, for the reader's eyes before the decision. */
export function effectOf(request: Request, booking: Booking): Effect {
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

function stockOf(request: Request, booking: Booking): Effect['stock'] {
  const products = new Map<string, Effect['stock'][number]>()
  for (const { id, product, caseConfig, asked } of request.lines) {
    const line = booking.lines.find((each) => each.id === id)
    const now = request.kind === 'reduce' ? line?.available : line?.onHand
    if (!line || asked === 0 || now === null || now === undefined) continue
    const known = products.get(line.productId)
    if (known) known.after += asked
    else
      products.set(line.productId, {
        id: line.productId,
        product,
        caseConfig,
        before: now,
        after: now + asked,
      })
  }
  return [...products.values()]
}

function obstacleTo(request: Request, booking: Booking): string | null {
  if (!ASKABLE.some((stage) => stage === booking.stage))
    return `${booking.soNo} is ${booking.stage} by now.`
  if (request.kind === 'hold')
    return booking.dateDelivered ? `${booking.soNo} is delivered by now.` : null
  const kind = request.kind === 'reduce' ? 'reduce' : 'take_back'
  for (const { id, product, caseConfig, asked } of request.lines) {
    const line = booking.lines.find((each) => each.id === id)
    const most = line ? mostOf(line)[kind] : 0
    if (asked > most) {
      const left = formatQuantity(most, caseConfig)
      return kind === 'reduce'
        ? `Of ${product} only ${left} is not delivered by now.`
        : `Of ${product} only ${left} can be taken back by now.`
    }
  }
  return null
}
