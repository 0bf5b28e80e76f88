import { rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
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

/** The filters of `booking_list` that find the bookings of each queue. */
const FILTERS: Record<Queue, { stage: string; uninvoiced?: true }> = {
  'to-invoice': { stage: 'validated' },
  'to-deliver': { stage: 'invoiced' },
  delivered: { stage: 'delivered', uninvoiced: true },
}

/** Reads one page of a queue, in the order of `sort`; of one agent when given. */
export async function listQueue(
  db: Db,
  projectId: string,
  keyset: Keyset,
  { queue, agentId: agent, sort }: { queue: Queue; agentId: string | null; sort: string },
): Promise<Page<Listed<Waiting>>> {
  const source = (cursor: PageFilters) =>
    db.rpc('booking_list', {
      p_project: projectId,
      p_filters: { ...FILTERS[queue], agent, sort, ...cursor },
    })
  return readPage(keyset, source, {
    row: (booking) => ({
      id: booking.id,
      cursor: encodeCursor(booking, keyset),
      soNo: booking.so_no,
      invoiceNo: booking.invoice_no as string | null,
      customerName: booking.customer_name,
      agentId: booking.agent_id,
      dateAdded: booking.date_added,
      dateDelivered: booking.date_delivered as string | null,
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
