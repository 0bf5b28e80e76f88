import type { BooksBooking, BooksBookingLine, BooksCompany, Price } from './books.ts'
import { listPrice, withoutChangesOf } from './lists.ts'
import { millionths, paidEach } from './prices.ts'

/** Price floors, in millionths of a peso per piece. Docs: ledgers.md, Price floor. */

type Sale = Pick<BooksBooking, 'customer' | 'added' | 'lines'>

/** The floor that belongs to an SRP. */
const floorOf = ({ books }: BooksCompany, srp: number) =>
  Math.round((srp * books.project.price_floor) / 100)
/** Worth of a centavo of a price, per piece. */
const centavo = (price: Price) => millionths(`1/${price.split('/')[1]}`)

/**
 * Returns the live SRP that somebody else set last, or the first one where somebody else has validated the product since;
 * null where nobody has. Imported products begin with an SRP, the others without.
 */
function srpOfOthers(company: BooksCompany, product: string, by: string): number | null {
  const set = company.memory.prices[product] ?? []
  const last = set.findLast((each) => each.by !== by)
  if (last) return last.srp
  const seen = (company.memory.soldAt[product] ?? []).filter((each) => each.by !== by)
  if (seen.length === 0) return null
  return Math.max(set[0]?.srp ?? 0, ...seen.map(({ srp }) => srp))
}

/** The floor by the SRP of others. */
function floorByOthers(company: BooksCompany, product: string, by: string): number {
  const { price_floor, override_by_other } = company.books.project
  if (price_floor === 0 || !override_by_other) return 0
  const srp = srpOfOthers(company, product, by)
  return srp === null ? Number.POSITIVE_INFINITY : floorOf(company, srp)
}

/** The higher of two floors; null is none. */
const higher = (one: number | null, other: number | null) =>
  one === null ? other : other === null ? one : Math.max(one, other)

/** The floor by the live SRP; null without an SRP. */
function floorBySrp(company: BooksCompany, product: string): number | null {
  const live = millionths(company.books.products[product]!.live)
  return company.books.project.price_floor > 0 && live === 0 ? null : floorOf(company, live)
}

/** The floor of a product for a booking: by the live SRP or by the list; null where neither has one, as each price is below it then. */
function floorNow(company: BooksCompany, { customer, added }: Sale, product: string) {
  const ofList = listPrice(company, customer, product, added)?.floor ?? null
  return higher(floorBySrp(company, product), ofList)
}

/** The floor that would count without the changes of a person; a product that this person made is none without them. */
function floorBefore(company: BooksCompany, sale: Sale, product: string, by: string) {
  const { override_by_other } = company.books.project
  const made = company.memory.createdBy[product] === by
  const left = withoutChangesOf(company, by, (id) => srpOfOthers(company, id, by))
  const ofList = made ? null : listPrice(left, sale.customer, product, sale.added)
  return higher(
    floorByOthers(company, product, by),
    override_by_other ? (ofList?.floor ?? null) : null,
  )
}

/** The lines of a booking below floors, by their places: a line pays for the free goods that are given with it. */
function linesBelow(
  lines: readonly BooksBookingLine[],
  floor: (product: string) => number | null,
): number[] {
  const worth = (line: BooksBookingLine) => {
    const least = floor(line.product)
    return least === null || least === Number.POSITIVE_INFINITY ? 0 : least * line.quantity
  }
  const isBelow = (line: BooksBookingLine, no: number) => {
    const least = floor(line.product)
    if (least === null || least === Number.POSITIVE_INFINITY) return true
    if (line.free_of !== null) return false
    const given = lines.filter(({ free_of }) => free_of === no + 1)
    const paid = paidEach(
      line,
      given.reduce((sum, each) => sum + worth(each), 0),
    )
    return paid < Math.max(centavo(line.srp), least)
  }
  return lines.flatMap((line, no) => (isBelow(line, no) ? [no] : []))
}

const belowNow = (company: BooksCompany, sale: Sale) =>
  linesBelow(sale.lines, (product) => floorNow(company, sale, product))

/** Tells whether a price is below the floor of the live SRP; without an SRP each price is. */
export const belowFloor = (company: BooksCompany, sale: Sale) => belowNow(company, sale).length > 0

/** Tells whether a line is below the floor only by what somebody else than this person set last. */
export function belowFloorOfOthers(company: BooksCompany, sale: Sale, by: string): boolean {
  const now = belowNow(company, sale)
  const then = linesBelow(sale.lines, (product) => {
    const floor = floorNow(company, sale, product)
    return floor === null ? null : higher(floor, floorBefore(company, sale, product, by))
  })
  return then.some((no) => !now.includes(no))
}
