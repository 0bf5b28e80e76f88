/** The queues of the invoicing screen. */
export type Queue = 'to-invoice' | 'to-deliver' | 'delivered'

export const QUEUES: Record<Queue, { label: string; empty: string }> = {
  'to-invoice': {
    label: 'To invoice',
    empty: 'Validated bookings wait here for their invoice number.',
  },
  'to-deliver': {
    label: 'Invoiced, to deliver',
    empty: 'Invoiced bookings wait here until they are delivered.',
  },
  delivered: {
    label: 'Delivered, not invoiced',
    empty: 'What was delivered before it had an invoice number shows up here.',
  },
}

/** Returns the queue that an address asks for; the first one by default. */
export function readQueue(url: string): Queue {
  const queue = new URL(url).searchParams.get('queue')
  return queue !== null && Object.hasOwn(QUEUES, queue) ? (queue as Queue) : 'to-invoice'
}
