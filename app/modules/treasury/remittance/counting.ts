import { addMoney, fromCents, type Money, multiplyMoney, toCents } from '~/platform/values/money'

/** As much of a receipt as its sum needs. */
interface Taken {
  type: string
  amount: Money
}

/** What receipts say that is handed in, by what it is. */
export interface Sums {
  cash: Money
  cheques: Money
  /** Transfers and withholding: their papers alone. */
  others: Money
}

/** Adds receipts up the way the database does it on the remittance. */
export function sumsOf(receipts: readonly Taken[]): Sums {
  const of = (fits: (type: string) => boolean) =>
    addMoney(...receipts.filter(({ type }) => fits(type)).map(({ amount }) => amount))
  return {
    cash: of((type) => type === 'cash'),
    cheques: of((type) => type === 'cheque'),
    others: of((type) => type !== 'cash' && type !== 'cheque'),
  }
}

/** So many pieces as typed; what is no whole number counts as none. */
export function piecesOf(typed: string | undefined): number {
  const text = typed?.trim() ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : 0
}

/** The cash of a count. */
export function cashOf(lines: readonly { value: Money; pieces: number }[]): Money {
  return addMoney(...lines.map(({ value, pieces }) => multiplyMoney(value, pieces)))
}

/** Counted less expected: negative is short. */
export function varianceOf(expected: Money, counted: Money): Money {
  return fromCents(toCents(counted) - toCents(expected))
}

/** A difference in words: "Short", "Over", or nothing when it is even. */
export function varianceWord(variance: Money): 'Short' | 'Over' | null {
  if (toCents(variance) === 0n) return null
  return variance.startsWith('-') ? 'Short' : 'Over'
}
