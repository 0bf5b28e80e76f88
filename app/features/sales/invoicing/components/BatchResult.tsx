import { Link } from '@remix-run/react'
import { Badge } from '~/ui/Badge'
import { LinkButton } from '~/ui/Button'
import { Panel } from '~/ui/Panel'
import type { BatchOutcome } from '../batch.server'

const LINK = 'figures font-medium text-accent hover:underline'

/** What became of each booking of a batch: those that were refused first. */
export function BatchResult({ invoiced, refused }: BatchOutcome) {
  return (
    <div role="status">
      <Panel
        title={`${invoiced.length} invoiced, ${refused.length} refused`}
        actions={
          invoiced.length > 0 ? (
            <LinkButton
              size="sm"
              to={`/sales/sales-invoicing/print?${new URLSearchParams(invoiced.map(({ id }) => ['booking', id]))}`}
            >
              Print {invoiced.length === 1 ? 'it' : 'all'}
            </LinkButton>
          ) : null
        }
        className="mb-4"
      >
        <ul className="flex flex-col gap-1.5">
          {refused.map(({ id, so_no, customer_name, message }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-2.5">
              <Link to={`/sales/bookings/${id}`} className={LINK}>
                {so_no ?? 'Booking'}
              </Link>
              <Badge tone="danger">Refused</Badge>
              {customer_name ? <span>{customer_name}:</span> : null}
              <span>{message}</span>
            </li>
          ))}
          {invoiced.map(({ id, so_no, customer_name, invoice_no }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-2.5">
              <Link to={`/sales/bookings/${id}`} className={LINK}>
                {so_no}
              </Link>
              <Badge tone="ok">{invoice_no}</Badge>
              <span>{customer_name}</span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
