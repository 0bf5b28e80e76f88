import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { NET_OF_CHEQUES, RECEIVABLES } from '~/modules/receivables/terms'
import { paths } from '~/paths'
import { StageBadge } from '~/ui/Badge'
import { Details } from '~/ui/Details'
import { DateText, Money } from '~/ui/Figures'
import { Stat, StatRow } from '~/ui/Stat'
import type { BookingDocument } from '../document.server'

/** Shows what came in of a booking, and what is owed on it. */
export function BookingFigures({ booking }: { booking: BookingDocument }) {
  return (
    <StatRow>
      <Stat
        label="Collected"
        value={<Money value={booking.collected} />}
        note={
          booking.uncleared === '0.00' && booking.collected !== '0.00'
            ? 'All payments have cleared'
            : null
        }
      />
      {booking.credited === '0.00' ? null : (
        <Stat
          label="Credited"
          value={<Money value={booking.credited} />}
          note="Undelivered or returned goods"
        />
      )}
      {booking.stage === 'pending' || booking.stage === 'cancelled' ? null : (
        <>
          <Stat
            label={RECEIVABLES}
            value={<Money value={booking.clearedBalance} />}
            note={
              booking.dateDue && (
                <>
                  Due <DateText value={booking.dateDue} />
                </>
              )
            }
          />
          {booking.uncleared === '0.00' ? null : (
            <Stat
              label={NET_OF_CHEQUES}
              value={<Money value={booking.balance} />}
              note={
                <>
                  <Money value={booking.uncleared} /> in uncleared cheques
                </>
              }
              keep
            />
          )}
        </>
      )}
    </StatRow>
  )
}

interface Props {
  booking: BookingDocument
  people: { agent: string | null }
  timeZone: string
  may: { customers: boolean }
}

/** Shows the header of a booking; customer and address as they were when it was entered. */
export function BookingFacts({ booking, people, timeZone, may }: Props) {
  const customer = may.customers ? (
    <Link to={paths.customers.customer(booking.customerId)} className="text-accent hover:underline">
      {booking.customerName}
    </Link>
  ) : (
    booking.customerName
  )
  const invoice = booking.invoiceNo ? (
    <>
      {booking.invoiceNo}
      {booking.invoiceNoChangedAt ? (
        <span className="block text-xs text-muted">
          number changed <DateText value={booking.invoiceNoChangedAt} timeZone={timeZone} />
        </span>
      ) : null}
    </>
  ) : null
  const items: [string, ReactNode][] = [
    ['Customer', customer],
    ['Store', booking.storeName],
    ['Deliver to', booking.deliverTo],
    ['Area', booking.area],
    ['Agent', people.agent],
    ['Invoice no.', invoice],
    ['Due', <DateText key="due" value={booking.dateDue} />],
    ['Collection', <StageBadge key="collection" stage={booking.collectionStatus} />],
  ]
  const texts: [string, string | null][] = [
    ['Remarks', booking.remarks],
    ['Credit override', booking.overrideReason],
    ['Reason for cancellation', booking.cancelReason],
  ]
  return <Details items={[...items, ...texts.filter(([, text]) => text)]} />
}
