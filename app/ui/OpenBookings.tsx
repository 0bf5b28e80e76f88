import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import type { OpenBookingsOf } from '~/platform/db/open-bookings.server'

interface Props {
  count: number
  of: OpenBookingsOf
  /** False for a reader who has no list of bookings. */
  link?: boolean
}

/** Says which bookings a change of a price, of VAT or of categories touches, and how. */
export function OpenBookings({ count, of, link = true }: Props) {
  if (count === 0) return null
  const one = count === 1
  const text = `${count.toLocaleString('en-US')} ${of.stage} ${one ? 'booking' : 'bookings'}`
  return (
    <p className="mt-4 text-muted">
      {link ? (
        <Link
          to={`${paths.sales.bookings}?${new URLSearchParams(of)}`}
          className="font-medium text-accent hover:underline"
        >
          {text}
        </Link>
      ) : (
        text
      )}
      {of.stage === 'pending'
        ? `${whoseOf(of)} ${one ? 'keeps' : 'keep'} the prices and VAT at the time of saving.`
        : `, pending or not delivered in full, ${one ? 'counts' : 'count'} in the categories of the delivery date.`}
    </p>
  )
}

/** Says which bookings are counted, where the page does not. */
function whoseOf({ customer_group, price_list, purchase }: OpenBookingsOf): string {
  if (customer_group) return ' of customers in this group'
  if (price_list) return ' with products of this list, of customers who use it,'
  return purchase ? ' with products whose SRP this purchase changed' : ''
}
