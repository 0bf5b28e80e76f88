import { useState } from 'react'
import { useParams } from 'wouter'
import { formatDate } from '~/platform/values/dates'
import { formatMoney, money } from '~/platform/values/money'
import { useData } from '../data/database'
import { bookingOf } from '../data/known'
import { useAbout } from '../data/useAbout'
import { useDraft } from '../data/useDraft'
import { useSession } from '../session'
import { AsOf } from '../ui/AsOf'
import { Button, Field, Note, Section } from '../ui/controls'
import { NotStored } from '../ui/NotStored'
import { Refused } from '../ui/Refused'
import { Shell } from '../ui/Shell'

/** Cancels an own booking that is pending. */
export function CancelBooking() {
  const { id = '' } = useParams()
  const { db } = useData()
  const { company } = useSession()
  const [error, setError] = useState<string | null>(null)
  const open = useDraft('booking_cancel', id, { reason: '' })
  const found = useAbout(id, (corrected) => bookingOf(db, id, corrected))
  if (!open || found === undefined) return null
  if (!found)
    return (
      <Shell title="Cancel a booking" back="/acts">
        <p>This booking is not on this phone. Refresh it first.</p>
      </Shell>
    )
  const { booking, customer, written } = found
  const { form, change, refusal, refused, unstored } = open
  const title = booking ? `${booking.no}, ${customer ?? 'another customer'}` : written
  const save = async () => {
    const reason = form.reason.trim()
    if (!reason) return setError('Enter the reason.')
    await open.save({ booking_id: id, reason }, { title })
  }
  return (
    <Shell
      title={`Cancel ${booking?.no ?? 'a booking'}`}
      back={booking ? `/customers/${booking.customer}` : '/acts'}
    >
      <Refused refusal={refusal} gone={booking ? null : 'booking'} />
      {!booking || booking.stage === 'pending' ? null : (
        <Note kind="warn">
          This booking is {booking.stage}: the office cancels only pending ones for you.
        </Note>
      )}
      <Section title={booking ? (customer ?? 'Booking') : written}>
        {booking ? (
          <>
            <p className="figures">
              {formatDate(booking.on)}, {formatMoney(money(booking.total), company.currency)}
            </p>
            <p className="text-sm">
              {booking.stage} <AsOf />
            </p>
          </>
        ) : null}
        <div className="mt-3">
          <Field
            label="Reason"
            value={form.reason}
            maxLength={400}
            error={error ?? refused('reason')}
            onChange={(event) => {
              setError(null)
              change({ reason: event.target.value })
            }}
          />
        </div>
        {unstored ? <NotStored of="cancellation" text={`${title}: ${form.reason}`} /> : null}
        <Button wide look="danger" className="mt-3" onClick={save}>
          Cancel this booking
        </Button>
      </Section>
    </Shell>
  )
}
