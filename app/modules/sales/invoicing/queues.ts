import { sortKeyOrders } from '~/platform/db/orders'

/** The queues of the invoicing screen. */
export type Queue = 'to-invoice' | 'to-deliver' | 'delivered'

export const QUEUES: Record<Queue, { label: string; empty: string }> = {
  'to-invoice': {
    label: 'To invoice',
    empty: 'Validated bookings without an invoice number.',
  },
  'to-deliver': {
    label: 'Invoiced, to deliver',
    empty: 'Invoiced bookings not yet delivered.',
  },
  delivered: {
    label: 'Delivered, not invoiced',
    empty: 'Deliveries without an invoice number.',
  },
}

/** Returns the queue that an address asks for; the first one by default. */
export function readQueue(url: string): Queue {
  const queue = new URL(url).searchParams.get('queue')
  return queue !== null && Object.hasOwn(QUEUES, queue) ? (queue as Queue) : 'to-invoice'
}

/** The columns by which a queue is sorted, as the choice of its order names them. */
export const QUEUE_HEADERS = [
  { key: 'added', header: 'Booking date' },
  { key: 'so', header: 'SO no.' },
  { key: 'customer', header: 'Customer' },
  { key: 'agent', header: 'Agent' },
  { key: 'total', header: 'Total' },
]

/** The orders of a queue, the oldest booking first. */
export const QUEUE_ORDERS = sortKeyOrders({
  added: 'due',
  so: 'number',
  customer: 'text',
  agent: 'text',
  total: 'figure',
})
