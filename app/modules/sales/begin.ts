import { formatQuantity } from '~/platform/values/quantity'
import type { BookingDocument } from './document.server'

/** What the entry form begins with. */
export interface Begin {
  customer_id: string
  agent_id: string
  date_added: string
  remarks: string
  lines: { product_id: string; quantity: string; agent_srp: string }[]
}

/** The entry form filled with a booking as it is: to edit it while it is pending. */
export function beginEdit(booking: BookingDocument): Begin {
  return {
    customer_id: booking.customerId,
    agent_id: booking.agentId,
    date_added: booking.dateAdded,
    remarks: booking.remarks ?? '',
    lines: booking.lines.map((line) => ({
      product_id: line.productId,
      quantity: formatQuantity(line.quantity, line.caseConfig),
      agent_srp: line.agentSrp,
    })),
  }
}

/**
 * The entry form filled from an earlier booking: the same customer, products, quantities and
 * prices, as of `today`. Its remarks were about that day and stay there.
 */
export function beginCopy(booking: BookingDocument, today: string): Begin {
  return { ...beginEdit(booking), date_added: today, remarks: '' }
}
