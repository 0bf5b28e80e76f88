import { Redirect, useParams } from 'wouter'
import { useData } from '../data/database'
import { useAbout } from '../data/useAbout'
import { Gone } from '../ui/Gone'
import { Shell } from '../ui/Shell'
import { Photos } from './Photos'

/** The photographs of the signed delivery receipt of a booking, whoever wrote it. */
export function BookingPhotos() {
  const { id = '' } = useParams()
  const { db } = useData()
  const found = useAbout(id, async () => {
    const booking = await db.documents.get(id)
    if (!booking) return null
    const [act] = await db.acts.filter(({ answer }) => answer?.id === id).toArray()
    return { booking, act }
  })
  if (found === undefined) return null
  if (!found) return <Gone title="Photographs" what="booking" />
  const { booking, act } = found
  // Photographs of a booking that was written here are with its act.
  if (act?.kind === 'booking') return <Redirect to={`/acts/${act.key}`} replace />
  return (
    <Shell title={booking.invoice ?? booking.no} back={`/customers/${booking.customer}`}>
      <Photos of={{ key: id, booking: true }} />
    </Shell>
  )
}
