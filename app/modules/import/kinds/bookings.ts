import { paths } from '~/paths'
import { CODE_COLUMN, CUSTOMER_COLUMN, PIECES_COLUMN } from '../columns'
import type { ImportDefinition } from '../definition'

/** Defines the import of orders that are not delivered yet. */
export const kind: ImportDefinition = {
  kind: 'bookings',
  title: 'Import open orders',
  noun: ['row', 'rows'],
  about:
    'Imports undelivered orders as pending bookings. Rows with the same order number are one booking, with customer and date in its first row. New SO numbers are assigned.',
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
      hint: 'of the former system; saved in the remarks',
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
      label: 'Unit price',
      kind: 'price',
      required: true,
      synonyms: ['price', 'selling price', 'srp'],
      hint: 'such as 61.00, 732/cs or 732/12; “free” for free goods of the line above',
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
