import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { LinkButton } from '~/ui/Button'
import type { BookingDocument } from '../document.server'

interface Props {
  booking: BookingDocument
  permissions: readonly Permission[]
}

/** The papers of a booking that the reader may print; an opening receivable has none. */
export function PrintLinks({ booking, permissions }: Props) {
  const may = (...any: Permission[]) => any.some((each) => permissions.includes(each))
  if (booking.lines.length === 0 || ['pending', 'cancelled'].includes(booking.stage)) return null
  return (
    <>
      {booking.invoiceNo && may('invoicing.read') ? (
        <LinkButton to={paths.sales.invoice(booking.id)}>Print invoice</LinkButton>
      ) : null}
      {may('bookings.deliver', 'invoicing.read') ? (
        <LinkButton to={paths.sales.deliveryReceipt(booking.id)}>Delivery receipt</LinkButton>
      ) : null}
    </>
  )
}
