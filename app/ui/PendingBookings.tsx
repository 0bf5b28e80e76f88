import { Link } from '@remix-run/react'
import { paths } from '~/paths'

interface Props {
  count: number
  /** The product or customer that they are of; all pending bookings without one. */
  of?: { product?: string; customer?: string }
}

/** Says which bookings a change of a price or of VAT leaves as they were saved. */
export function PendingBookings({ count, of = {} }: Props) {
  if (count === 0) return null
  const search = new URLSearchParams({ stage: 'pending', ...of })
  return (
    <p className="mt-4 text-muted">
      <Link
        to={`${paths.sales.bookings}?${search}`}
        className="font-medium text-accent hover:underline"
      >
        {count === 1 ? '1 pending booking' : `${count.toLocaleString('en-US')} pending bookings`}
      </Link>{' '}
      {count === 1 ? 'keeps' : 'keep'} the prices and the VAT of when{' '}
      {count === 1 ? 'it was' : 'they were'} saved.
    </p>
  )
}
