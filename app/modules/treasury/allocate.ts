import {
  addMoney,
  formatMoney,
  fromCents,
  type Money,
  money,
  parseMoney,
  toCents,
} from '~/platform/values/money'

/** How much of an amount each balance gets when the first are paid first, to the centavo. */
export function allocateInOrder(amount: Money, balances: readonly Money[]): Money[] {
  let left = toCents(amount)
  return balances.map((balance) => {
    const part = lesser(toCents(balance), left)
    left -= part
    return fromCents(part)
  })
}

/** Math.min knows no bigint. Nothing is owed on a balance below zero. */
function lesser(owed: bigint, left: bigint): bigint {
  if (owed <= 0n) return 0n
  if (owed <= left) return owed
  return left
}

/** What one booking still takes: its balance less what receipts that wait for approval bring. */
export function payable(booking: { balance: Money; waiting: Money }): Money {
  const cents = toCents(booking.balance) - toCents(booking.waiting)
  return fromCents(cents > 0n ? cents : 0n)
}

/** Sums of a receipt that is being typed; what does not parse counts as nothing. */
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

/** Rows of a form that share an amount out, the oldest booking first; nothing is said of those that get nothing. */
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
