import { rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import type { Queue } from './queues'

/** A booking in a queue of the invoicing screen. */
interface Waiting {
  id: string
  soNo: string
  invoiceNo: string | null
  customerName: string
  agentId: string
  dateAdded: string
  dateDelivered: string | null
  onHold: boolean
  total: Money
  version: number
}

/** Reads one page of a queue, oldest first; of one agent when given. */
export async function listQueue(
  db: Db,
  projectId: string,
  keyset: Keyset,
  { queue, agentId }: { queue: Queue; agentId: string | null },
): Promise<Page<Listed<Waiting>>> {
  let query = db
    .from('bookings')
    .select(
      'id, so_no, invoice_no, customer_name, agent_id, date_added, date_delivered, on_hold, total, version',
    )
    .eq('project_id', projectId)
  if (queue === 'to-invoice') query = query.eq('stage', 'validated')
  else if (queue === 'to-deliver') query = query.eq('stage', 'invoiced')
  else query = query.eq('stage', 'delivered').is('date_invoiced', null)
  if (agentId) query = query.eq('agent_id', agentId)
  return readPage(keyset, query, {
    row: (booking) => ({
      id: booking.id,
      cursor: encodeCursor(booking, keyset),
      soNo: booking.so_no,
      invoiceNo: booking.invoice_no,
      customerName: booking.customer_name,
      agentId: booking.agent_id,
      dateAdded: booking.date_added,
      dateDelivered: booking.date_delivered,
      onHold: booking.on_hold,
      total: money(booking.total),
      version: booking.version,
    }),
  })
}

/** Returns the number of bookings in each queue, and the sum of their totals. */
export async function readQueues(
  db: Db,
  projectId: string,
  agentId: string | null,
): Promise<Record<Queue, { bookings: number; total: Money }>> {
  const found = rows(
    await db.rpc('invoice_queues', {
      p_project: projectId,
      ...(agentId ? { p_agent: agentId } : {}),
    }),
  )
  const of = (queue: Queue) => {
    const sums = found.find((each) => each.queue === queue)
    return { bookings: Number(sums?.bookings ?? 0), total: money(sums?.total ?? 0) }
  }
  return {
    'to-invoice': of('to-invoice'),
    'to-deliver': of('to-deliver'),
    delivered: of('delivered'),
  }
}
