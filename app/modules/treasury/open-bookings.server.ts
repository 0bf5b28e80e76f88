import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { addMoney, type Money, money } from '~/platform/values/money'
import { MOST_PAID } from './allocate'

/** A booking that a receipt can pay. */
export interface OpenBooking {
  id: string
  soNo: string
  invoiceNo: string | null
  stage: string
  /**
   * The invoice date, or the booking date without an invoice. It decides which booking is the
   * oldest.
   */
  date: string
  dateDue: string | null
  total: Money
  balance: Money
  /** The amount in pending receipts. */
  waiting: Money
}

/** Lists the customer's validated bookings with a balance, oldest first: of more than one receipt pays, those entered first. */
export async function listOpenBookings(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<OpenBooking[]> {
  const found = rows(
    await db
      .from('bookings')
      .select('id, so_no, invoice_no, stage, date_added, date_invoiced, date_due, total, balance')
      .eq('project_id', projectId)
      .eq('customer_id', customerId)
      .like('approval_status', 'approved%')
      .gt('balance', 0)
      .order('date_added')
      .order('id')
      .limit(MOST_PAID),
  )
  const waiting = await waitingAmounts(db, projectId, customerId)
  return found
    .map((booking) => ({
      id: booking.id,
      soNo: booking.so_no,
      invoiceNo: booking.invoice_no,
      stage: booking.stage,
      date: booking.date_invoiced ?? booking.date_added,
      dateDue: booking.date_due,
      total: money(booking.total),
      balance: money(booking.balance),
      waiting: waiting.get(booking.id) ?? money(0),
    }))
    .sort((a, b) => a.date.localeCompare(b.date) || a.soNo.localeCompare(b.soNo))
}

async function waitingAmounts(
  db: Db,
  projectId: string,
  customerId: string,
): Promise<Map<string, Money>> {
  const pending = rows(
    await db
      .from('collections')
      .select('collection_allocations(booking_id, amount)')
      .eq('project_id', projectId)
      .eq('customer_id', customerId)
      .eq('approval_status', 'pending'),
  )
  const sums = new Map<string, Money>()
  for (const { booking_id, amount } of pending.flatMap((one) => one.collection_allocations)) {
    sums.set(booking_id, addMoney(sums.get(booking_id) ?? money(0), money(amount)))
  }
  return sums
}

/**
 * Returns the customer of a booking, for a receipt that begins at a booking.
 *
 * @throws A 404 response when the booking is missing or out of the reader's scope.
 */
export async function customerOfBooking(
  db: Db,
  projectId: string,
  bookingId: string,
): Promise<string> {
  const found = row(
    await db
      .from('bookings')
      .select('customer_id')
      .eq('project_id', projectId)
      .eq('id', bookingId)
      .single(),
  )
  return found.customer_id
}
