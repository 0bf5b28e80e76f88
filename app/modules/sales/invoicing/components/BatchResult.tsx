import { paths } from '~/paths'
import type { InvoicedBatch } from '~/platform/db/command-types'
import { LinkButton } from '~/ui/Button'
import { Outcomes } from '~/ui/Outcomes'

/** Shows the outcome for each booking of a batch, and a link to print the new invoices. */
export function BatchResult({ invoiced, refused }: InvoicedBatch) {
  return (
    <Outcomes
      noun="bookings"
      done="invoiced"
      outcomes={[
        ...refused.map(({ id, so_no, customer_name, message }) => ({
          id,
          label: so_no ?? 'Booking',
          to: paths.sales.booking(id),
          note: customer_name ? `${customer_name}:` : undefined,
          refused: message,
        })),
        ...invoiced.map(({ id, so_no, customer_name, invoice_no, last_no }) => ({
          id,
          label: so_no,
          to: paths.sales.booking(id),
          badge: invoice_no === last_no ? invoice_no : `${invoice_no} to ${last_no}`,
          note: customer_name,
          refused: null,
        })),
      ]}
      actions={
        invoiced.length > 0 ? (
          <LinkButton
            size="sm"
            to={`${paths.sales.invoiceBatch}?${new URLSearchParams(invoiced.map(({ id }) => ['booking', id]))}`}
          >
            Print {invoiced.length === 1 ? 'it' : 'all'}
          </LinkButton>
        ) : null
      }
    />
  )
}
