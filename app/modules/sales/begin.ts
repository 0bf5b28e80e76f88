import { formatDiscount } from '~/platform/values/discount'
import { FREE, formatPrice } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import type { BookingDocument } from './document.server'

/** The initial values of the entry form. */
export interface Begin {
  customer_id: string
  agent_id: string
  date_added: string
  remarks: string
  lines: { product_id: string; quantity: string; agent_srp: string; discount: string }[]
}

/** Returns the initial values to edit a pending booking. */
export function beginBookingEdit(booking: BookingDocument): Begin {
  return {
    customer_id: booking.customerId,
    agent_id: booking.agentId,
    date_added: booking.dateAdded,
    remarks: booking.remarks ?? '',
    lines: booking.lines.map((line) => ({
      product_id: line.productId,
      quantity: formatQuantity(line.quantity, line.caseConfig),
      agent_srp: line.freeOf ? FREE : formatPrice(line.agentSrp, line),
      discount: formatDiscount(line.discount),
    })),
  }
}

/**
 * Returns the initial values of a copy: the same customer, products, quantities and prices, as of
 * `today`. The remarks are left out, because they belong to the earlier day.
 */
export function beginBookingCopy(booking: BookingDocument, today: string): Begin {
  return { ...beginBookingEdit(booking), date_added: today, remarks: '' }
}
