import { formatMoney, type Money, money } from '~/platform/values/money'

/** Notes and coins of the Philippines; twenty pesos are both. */
const PHP = [1000, 500, 200, 100, 50, 20, 10, 5, 1, 0.25, 0.1, 0.05, 0.01].map(money)

/** For any other currency the steps that most of them have. */
const COMMON = [1000, 500, 200, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25, 0.2, 0.1, 0.05, 0.01].map(
  money,
)

/** What cash of a currency is counted in, largest first. */
export function denominationsOf(currency: string): readonly Money[] {
  return currency === 'PHP' ? PHP : COMMON
}

/** `1,000` or `0.25`: as it is printed on the note or coin. */
export function denominationText(value: Money): string {
  return formatMoney(value).replace(/\.00$/, '')
}
