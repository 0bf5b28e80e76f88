import { paths } from '~/paths'
import { CODE_COLUMN, CUSTOMER_COLUMN, PIECES_COLUMN } from '../columns'
import type { ImportDefinition } from '../definition'

/** Defines the import of orders that are not delivered yet. */
export const kind: ImportDefinition = {
  kind: 'bookings',
  title: 'Import open orders',
  noun: ['row', 'rows'],
  about:
    'Enters orders that are not delivered yet as pending bookings: rows of one order number are one booking, whose customer and date stand in its first row. They get numbers of their own and are validated as typed ones.',
  order: 7,
  permission: 'bookings.write',
  tries: true,
  list: { label: 'Bookings', to: paths.sales.bookings },
  columns: [
    {
      key: 'order_no',
      label: 'Order number',
      kind: 'text',
      required: true,
      synonyms: ['order', 'order no', 'so number', 'so no', 'sales order'],
      hint: 'of the former system; kept in the remarks',
      example: '4711',
    },
    CUSTOMER_COLUMN,
    {
      key: 'date_added',
      label: 'Date',
      kind: 'date',
      required: true,
      synonyms: ['order date', 'date added', 'booking date'],
      example: '01/29/2026',
    },
    CODE_COLUMN,
    PIECES_COLUMN,
    {
      key: 'agent_srp',
      label: 'AgentSRP',
      kind: 'price',
      required: true,
      synonyms: ['price', 'selling price', 'unit price', 'srp'],
      hint: 'such as 61.00, 732/cs or 732/12; free: given with the line before',
      example: '732.00/cs',
    },
    {
      key: 'discount_percent',
      label: 'Discount %',
      kind: 'percent',
      synonyms: ['discount percent', 'discount rate', 'disc %'],
      hint: 'of the price',
      example: '5%',
    },
    {
      key: 'discount_amount',
      label: 'Discount amount',
      kind: 'money',
      synonyms: ['discount', 'discount peso', 'less'],
      hint: 'off the whole line',
      example: '10.00',
    },
  ],
}
