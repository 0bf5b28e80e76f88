import type { ProjectSettings } from '~/platform/request/context'
import { addMoney, fromCents, type Money, toCents } from '~/platform/values/money'

/** Tells who recorded a receipt what to do where the project asks for a second person. */
export const RECEIPT_BY_ANOTHER =
  'You recorded or collected this receipt; another user must approve it.'

/** The reason why a receipt is not for this reader to approve, and the short form of it. */
export const NEEDS_ANOTHER = 'Needs a second approver'

/** Returns whether another user has to approve a receipt. The database checks again. */
export function decidedByAnother(
  settings: Pick<ProjectSettings, 'maker_checker'>,
  receipt: { createdBy: string | null; collectorId: string | null },
  userId: string,
): boolean {
  const { createdBy, collectorId } = receipt
  return settings.maker_checker.receipts && [createdBy, collectorId].includes(userId)
}

interface Part {
  soNo: string
  amount: Money
  booking: { stage: string; balance: Money } | null
}

/** The effect of approving a receipt, taken alone. */
export interface ReceiptCheck {
  /** Reasons for a refusal: bookings that take no payments, or an unknown bank account. */
  blocked: string[]
  /** The excess over the balances of its bookings, which becomes unapplied credit. */
  over: Money
}

/**
 * Returns receipts with the balances that those before them leave on the same bookings, so that
 * each is checked as if the ones before it were approved. A receipt whose allocation is refused
 * takes nothing.
 */
export function inTurn<
  R extends { accountUnknown: boolean; allocated: readonly (Part & { bookingId: string })[] },
>(receipts: readonly R[]): R[] {
  const taken = new Map<string, bigint>()
  return receipts.map((receipt) => {
    const allocated = receipt.allocated.map((part) => {
      if (!part.booking) return part
      const left = toCents(part.booking.balance) - (taken.get(part.bookingId) ?? 0n)
      const balance = fromCents(left > 0n ? left : 0n)
      return { ...part, booking: { ...part.booking, balance } }
    })
    if (checkReceipt(receipt).blocked.length === 0)
      for (const { bookingId, amount } of allocated)
        taken.set(bookingId, (taken.get(bookingId) ?? 0n) + toCents(amount))
    return { ...receipt, allocated }
  })
}

/** Checks the bookings of a pending receipt as they are now. The database checks again. */
export function checkReceipt(receipt: {
  allocated: readonly Part[]
  accountUnknown: boolean
  byAnother?: boolean
}): ReceiptCheck {
  const blocked = receipt.allocated.flatMap(({ soNo, booking }) =>
    booking && ['pending', 'cancelled'].includes(booking.stage)
      ? [`${soNo} is ${booking.stage}`]
      : [],
  )
  if (receipt.accountUnknown) blocked.push('Select the bank account')
  if (receipt.byAnother) blocked.push(NEEDS_ANOTHER)
  const over = receipt.allocated.map(({ amount, booking }) => {
    const excess = booking ? toCents(amount) - toCents(booking.balance) : 0n
    return fromCents(excess > 0n ? excess : 0n)
  })
  return { blocked, over: blocked.length > 0 ? addMoney() : addMoney(...over) }
}
