import { fromCents, type Money, toCents } from '~/platform/values/money'
import type { MemoDocument, MemoLine } from './queries.server'

/** Returns the lines of a memo, of a booking or of goods without it; none of a memo over an amount. */
export const linesOf = ({ lines, goods }: MemoDocument): MemoLine[] =>
  lines.length > 0 ? lines : goods

/** True when a memo says something of VAT. */
export const isTaxed = ({ vat_amount, exempt, zero_rated }: MemoDocument): boolean =>
  [vat_amount, exempt, zero_rated].some((amount) => amount !== '0.00')

/** Returns the product of a line, and where its pieces went when they cannot be sold. */
export function nameOfLine({ description, stock_state }: MemoLine): string {
  return stock_state === 'bad_order' ? `${description ?? ''} (bad orders)` : (description ?? '')
}

/** True when the VAT of a line came on top of its price. */
export const isOnTop = ({ vat_on_top }: MemoLine): boolean => Number(vat_on_top) > 0

/** Returns the amount of a line before the VAT that came on top of its price. */
export const beforeVat = ({ amount, vat_amount }: MemoLine): Money =>
  fromCents(toCents(amount) - toCents(vat_amount))
