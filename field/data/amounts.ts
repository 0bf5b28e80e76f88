import type { CopyCompany, CopyCustomer, CopyPrice, CopyProduct } from '~/platform/field/copy'
import { type Discount, NO_DISCOUNT, netAmountAt, parseDiscount } from '~/platform/values/discount'
import { addMoney, fromCents, type Money, toCents } from '~/platform/values/money'
import { divide, eachOf, type Price, price } from '~/platform/values/price'
import type { BookingEntry } from './written'

/** Values that a booking of a customer proposes for a product, from the copy. */
export interface Proposed {
  price: Price
  /** The price list; null for the current SRP. */
  list: string | null
  /** The lowest price of a piece that the office validates without an override, in millionths. */
  floor: bigint
}

/** @param percent the share of the current SRP below which a price needs an override; a list's own floor is the office's. */
export function proposedPrice(
  product: CopyProduct,
  of: CopyPrice | undefined,
  percent: number,
): Proposed {
  const current = price(product.price, product.pieces)
  const floor = divide(eachOf(current) * BigInt(Math.round(percent * 100)), 10_000)
  return of
    ? { price: price(of.price, of.pieces), list: of.list, floor }
    : { price: current, list: null, floor }
}

/** Returns the amount of a line after its discount, with the VAT that the booking adds. */
export function lineAmount(
  of: Price,
  pieces: number,
  discount: Discount,
  vat: { company: CopyCompany | null; customer: CopyCustomer; product: CopyProduct },
): Money {
  const amount = netAmountAt(of, pieces, discount)
  const { company, customer, product } = vat
  const bears = customer.vat === 'vatable' && product.vat === 'vatable'
  if (!company || company.prices_include_vat || !bears) return amount
  const hundredths = BigInt(Math.round(company.vat_percent * 100))
  return addMoney(amount, fromCents(divide(toCents(amount) * hundredths, 10_000)))
}

/** Returns the discount that was typed, no discount where it is no discount. */
export const discountOf = ({ discount }: BookingEntry): Discount =>
  parseDiscount(discount ?? '') ?? NO_DISCOUNT

/**
 * Tells whether the office will ask for an override: what the line brings pays neither its own pieces at their floor nor
 * those that are given with it.
 */
export function isBelowFloor(
  { price, floor }: Proposed,
  pieces: number,
  discount: Discount,
  given: readonly { floor: bigint; pieces: number }[],
): boolean {
  if (pieces === 0) return false
  const worth = given.reduce((sum, each) => sum + each.floor * BigInt(each.pieces), 0n)
  return toCents(netAmountAt(price, pieces, discount)) * 10_000n < floor * BigInt(pieces) + worth
}
