import { addMoney, fromCents, isZero, type Money, multiplyMoney, toCents } from './money'

/** The fields of a receipt that its sum needs. */
interface Taken {
  type: string
  amount: Money
}

/** The sums of remitted receipts by type. */
export interface Sums {
  cash: Money
  cheques: Money
  /** The sum of transfers and withholding, for which only papers are handed in. */
  others: Money
}

/** Sums receipts up as the database does on the remittance. */
export function sumsOf(receipts: readonly Taken[]): Sums {
  const of = (fits: (type: string) => boolean) =>
    addMoney(...receipts.filter(({ type }) => fits(type)).map(({ amount }) => amount))
  return {
    cash: of((type) => type === 'cash'),
    cheques: of((type) => type === 'cheque'),
    others: of((type) => type !== 'cash' && type !== 'cheque'),
  }
}

/** Returns the number of pieces typed; text that is no whole number counts as 0. */
export function denominationPieces(typed: string | undefined): number {
  const text = typed?.trim() ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : 0
}

/** Returns the cash of a count. */
export function cashOf(lines: readonly { value: Money; pieces: number }[]): Money {
  return addMoney(...lines.map(({ value, pieces }) => multiplyMoney(value, pieces)))
}

/** Returns counted less expected cash: negative is short. */
export function varianceOf(expected: Money, counted: Money): Money {
  return fromCents(toCents(counted) - toCents(expected))
}

/** Names a variance: "Cash shortage", "Cash overage", or null when there is none. */
export function varianceWord(variance: Money): 'Cash shortage' | 'Cash overage' | null {
  if (isZero(variance)) return null
  return variance.startsWith('-') ? 'Cash shortage' : 'Cash overage'
}
