import { paths } from '~/paths'
import type { ReportColumn, ReportRow } from './definition'

/** The columns that reports have in common: people and bookings. */

export const customerName: ReportColumn = {
  key: 'customer_name',
  header: 'Customer',
  type: 'text',
}

/** The link is for readers who may open customers. */
export const customer: ReportColumn = {
  ...customerName,
  link: ({ customer_id }) => paths.customers.customer(String(customer_id)),
}

export const store: ReportColumn = {
  key: 'store_name',
  header: 'Store',
  type: 'text',
  extra: true,
}

export const agent: ReportColumn = {
  key: 'agent_name',
  header: 'Agent',
  type: 'text',
}

export const so: ReportColumn = {
  key: 'so_no',
  header: 'SO no.',
  type: 'text',

  link: bookingAddress,
}

/** Returns the address of a row's booking. */
export function bookingAddress({ booking_id }: ReportRow): string | null {
  return booking_id ? paths.sales.booking(String(booking_id)) : null
}
