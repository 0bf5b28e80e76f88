import { paths } from '~/paths'
import { CUSTOMER_COLUMN, OPENING_DATE_COLUMN } from '../columns'
import type { ImportDefinition } from '../definition'

/** Defines the import of invoices that existing customers still owe from before. */
export const kind: ImportDefinition = {
  kind: 'open_invoices',
  title: 'Import open invoices',
  noun: ['invoice', 'invoices'],
  about:
    'Imports open invoices of existing customers, each with its own date. They are receivables, neither orders nor sales.',
  order: 4,
  permission: 'customers.decide',
  list: { label: 'Customers', to: paths.customers.list },
  columns: [
    CUSTOMER_COLUMN,
    {
      key: 'invoice_no',
      label: 'Invoice no.',
      kind: 'text',
      required: true,
      unique: true,
      synonyms: ['invoice', 'invoice number', 'si no', 'open invoice', 'document no'],
      example: 'SI-9001',
    },
    {
      key: 'invoice_date',
      label: 'Invoice date',
      kind: 'date',
      required: true,
      synonyms: ['date', 'date invoiced', 'document date'],
      example: '01/15/2026',
    },
    {
      key: 'due_date',
      label: 'Due date',
      kind: 'date',
      synonyms: ['due', 'date due'],
      blank: 'from the terms',
      example: '02/14/2026',
    },
    OPENING_DATE_COLUMN,
    {
      key: 'amount',
      label: 'Amount owed',
      kind: 'money',
      required: true,
      synonyms: ['amount', 'balance', 'open amount', 'receivable', 'outstanding', 'open balance'],
      hint: 'unpaid balance of the invoice',
      example: '4500.00',
    },
  ],
}
