import {
  addMoney,
  formatMoney,
  fromCents,
  type Money,
  money,
  parseMoney,
  toCents,
} from '~/platform/values/money'

/** The most bookings that one receipt pays: the limit of `record_receipt`. */
export const MOST_PAID = 200

/** Allocates an amount to balances in their order, to the centavo, and returns the part of each. */
export function allocateInOrder(amount: Money, balances: readonly Money[]): Money[] {
  let left = toCents(amount)
  return balances.map((balance) => {
    const part = lesser(toCents(balance), left)
    left -= part
    return fromCents(part)
  })
}

/**
 * Returns the lesser of two amounts, since Math.min accepts no bigint. A negative balance counts as
 * 0.
 */
function lesser(owed: bigint, left: bigint): bigint {
  if (owed <= 0n) return 0n
  if (owed <= left) return owed
  return left
}

/** Returns the amount that a booking can still take: its balance less pending receipts. */
export function payable(booking: { balance: Money; waiting: Money }): Money {
  const cents = toCents(booking.balance) - toCents(booking.waiting)
  return fromCents(cents > 0n ? cents : 0n)
}

/** Returns the sums of a receipt that is being typed. Text that is no amount counts as 0. */
export function readReceipt(
  amount: string | undefined,
  parts: readonly (string | undefined)[],
): { amount: Money | null; allocated: Money; left: Money } {
  const receipt = amount ? parseMoney(amount) : null
  const allocated = addMoney(...parts.map((part) => (part ? parseMoney(part) : null) ?? money(0)))
  return {
    amount: receipt,
    allocated,
    left: fromCents((receipt ? toCents(receipt) : 0n) - toCents(allocated)),
  }
}

/**
 * Returns the form's rows that allocate an amount to the oldest bookings first. A booking that gets
 * nothing has an empty amount.
 */
export function rowsOldestFirst(
  amount: Money | null,
  bookings: readonly { id: string; balance: Money; waiting: Money }[],
): { booking_id: string; amount: string }[] {
  const parts = allocateInOrder(amount ?? money(0), bookings.map(payable))
  return bookings.map(({ id }, index) => ({
    booking_id: id,
    amount: parts[index] && parts[index] !== '0.00' ? formatMoney(parts[index]) : '',
  }))
}

/**
 * Returns the allocations for the database, with zero for bookings that get nothing. The database
 * skips zeros, so the line numbers in its errors match the form.
 */
export function allocationsOf(parts: readonly { booking_id: string; amount?: Money }[]) {
  return parts.map(({ booking_id, amount }) => ({ booking_id, amount: amount ?? '0.00' }))
}

/** Returns the sum of the parts as they are typed; null before the first amount. */
export function allocatedTotal(amounts: readonly (string | undefined)[]): Money | null {
  const typed = amounts.flatMap((amount) => parseMoney(amount ?? '') ?? [])
  return typed.length > 0 ? addMoney(...typed) : null
}
