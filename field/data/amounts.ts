import type { CopyCompany, CopyCustomer, CopyPrice, CopyProduct } from '~/platform/field/copy'
import { addMoney, fromCents, type Money, toCents } from '~/platform/values/money'
import { amountAt, divide, type Price, price } from '~/platform/values/price'

/** Values that a booking of a customer proposes for a product, from the copy. */
export interface Proposed {
  price: Price
  /** The price list; null for the current SRP. */
  list: string | null
}

export function proposedPrice(product: CopyProduct, of: CopyPrice | undefined): Proposed {
  return of
    ? { price: price(of.price, of.pieces), list: of.list }
    : { price: price(product.price, product.pieces), list: null }
}

/** Returns the amount of a line with the VAT that the booking adds. */
export function lineAmount(
  of: Price,
  pieces: number,
  vat: { company: CopyCompany | null; customer: CopyCustomer; product: CopyProduct },
): Money {
  const amount = amountAt(of, pieces)
  const { company, customer, product } = vat
  const bears = customer.vat === 'vatable' && product.vat === 'vatable'
  if (!company || company.prices_include_vat || !bears) return amount
  const hundredths = BigInt(Math.round(company.vat_percent * 100))
  return addMoney(amount, fromCents(divide(toCents(amount) * hundredths, 10_000)))
}
