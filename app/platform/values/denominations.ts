import { formatMoney, type Money, money } from './money'

/** The notes and coins of the Philippines. The 20 is both. */
const PHP = [1000, 500, 200, 100, 50, 20, 10, 5, 1, 0.25, 0.1, 0.05, 0.01].map(money)

/** The denominations for other currencies: the steps that most of them have. */
const COMMON = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.2, 0.1, 0.05, 0.01].map(
  money,
)

/** Returns the denominations of a currency, largest first. */
export function denominationsOf(currency: string): readonly Money[] {
  return currency === 'PHP' ? PHP : COMMON
}

/** Returns a denomination as it is printed on the note or coin: `1,000` or `0.25`. */
export function denominationText(value: Money): string {
  return formatMoney(value).replace(/\.00$/, '')
}
