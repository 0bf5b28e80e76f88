import { addMoney, fromCents, type Money, toCents } from '~/platform/values/money'

interface Part {
  soNo: string
  amount: Money
  booking: { stage: string; balance: Money } | null
}

/** What approving a receipt would do, taken by itself. */
export interface Check {
  /** Why it would be refused: bookings that take no money any more, an account that is not known. */
  blocked: string[]
  /** More than its bookings still owe: becomes unapplied credit. */
  over: Money
}

/** Looks at the bookings of a pending receipt as they stand now; the database looks again. */
export function checkReceipt(receipt: {
  allocated: readonly Part[]
  accountUnknown: boolean
}): Check {
  const blocked = receipt.allocated.flatMap(({ soNo, booking }) =>
    booking && ['pending', 'cancelled'].includes(booking.stage)
      ? [`${soNo} is ${booking.stage}`]
      : [],
  )
  if (receipt.accountUnknown) blocked.push('Into which account?')
  const over = receipt.allocated.map(({ amount, booking }) => {
    const excess = booking ? toCents(amount) - toCents(booking.balance) : 0n
    return fromCents(excess > 0n ? excess : 0n)
  })
  return { blocked, over: blocked.length > 0 ? addMoney() : addMoney(...over) }
}
