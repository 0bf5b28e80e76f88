import type { Db } from '../request/context'
import { isId } from '../values/ids'
import { rows } from './command.server'

/** The bookings that a change touches: filters of their list, and of `booking_totals`. */
export type OpenBookingsOf = {
  /** Pending ones keep what they were saved with; open ones still deliver. */
  stage: 'pending' | 'open'
} & Partial<Record<'customer' | 'customer_group' | 'product' | 'price_list' | 'purchase', string>>

/** Counts the bookings that a change touches and the reader may see. */
export async function countOpenBookings(
  db: Db,
  projectId: string,
  of: OpenBookingsOf,
): Promise<number> {
  const { stage: _, ...ids } = of
  // The page that is read beside it says that its address names nothing.
  if (!Object.values(ids).every(isId)) return 0
  const [sum] = rows(await db.rpc('booking_totals', { p_project: projectId, p_filters: of }))
  return Number(sum?.bookings ?? 0)
}
