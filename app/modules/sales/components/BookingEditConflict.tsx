import { Link } from '@remix-run/react'
import { paths } from '~/paths'
import { formatQuantity } from '~/platform/values/quantity'
import { Details } from '~/ui/Details'
import { DateText, Money } from '~/ui/Figures'
import { Panel } from '~/ui/Panel'
import { Price } from '~/ui/Price'
import type { BookingDocument } from '../document.server'

interface Props {
  booking: BookingDocument
  agents: readonly { id: string; name: string }[]
}

/**
 * Shows the booking as another user has saved it meanwhile, above the form with the typed values,
 * so that the user decides whether to overwrite it.
 */
export function BookingEditConflict({ booking, agents }: Props) {
  const agent = agents.find(({ id }) => id === booking.agentId)
  return (
    <Panel title="Changed by another user" flush className="mb-4">
      <div className="flex flex-col gap-3 p-4">
        <Details
          items={[
            ['Customer', booking.customerName],
            ['Agent', agent?.name],
            ['Date', <DateText key="date" value={booking.dateAdded} />],
            ['Remarks', booking.remarks],
          ]}
        />
        {booking.stage === 'pending' ? (
          <p className="text-muted">
            Save again to overwrite it with your version, or{' '}
            <Link
              to={`${paths.sales.editBooking(booking.id)}?again=${booking.version}`}
              className="font-medium text-accent hover:underline"
            >
              discard yours and load the saved version
            </Link>
            .
          </p>
        ) : (
          <p className="text-muted">
            It is {booking.stage} now and can no longer be edited. Your changes are not saved.
          </p>
        )}
      </div>
      <ul aria-label="Lines" className="border-t border-line p-4">
        {booking.lines.map((line) => (
          <li key={line.id}>
            {formatQuantity(line.quantity, line.caseConfig)} {line.description} at{' '}
            <Price value={line.agentSrp} packing={line} />, <Money value={line.amount} />
          </li>
        ))}
        <li className="font-semibold">
          Total <Money value={booking.total} />
        </li>
      </ul>
    </Panel>
  )
}
