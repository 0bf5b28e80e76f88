import type { Db } from '../request/context'
import { rows } from './command.server'

/** Counts the pending bookings of a product or a customer, or all of them, that the reader may see. */
export async function countPendingBookings(
  db: Db,
  projectId: string,
  of: { product?: string; customer?: string } = {},
): Promise<number> {
  const [sum] = rows(
    await db.rpc('booking_totals', {
      p_project: projectId,
      p_filters: { ...of, stage: 'pending' },
    }),
  )
  return Number(sum?.bookings ?? 0)
}
