interface Shown {
  label: string
  /** The list that has exactly these. */
  to: string
  /** What an amount is about; without one, what the count is. */
  note?: string
  tone?: 'warn'
}

/** Work that is due, as `public.work_due` counts it, in the order of Home. */
export const TASKS = {
  to_invoice: { label: 'To invoice', to: '/sales/sales-invoicing?queue=to-invoice' },
  delivered_not_invoiced: {
    label: 'Delivered, not invoiced',
    to: '/sales/sales-invoicing?queue=delivered',
    tone: 'warn',
  },
  to_deliver: { label: 'To deliver', to: '/sales/sales-delivery' },
  requests_to_finish: {
    label: 'Warehouse requests to finish',
    to: '/warehouse/warehouse-list/warehouse-view-list?status=approved',
    note: 'Approved, not done',
  },
  counts_open: {
    label: 'Open counts',
    to: '/inventory/stock-counts?status=open',
    note: 'Not handed in yet',
  },
  below_reorder: {
    label: 'Below reorder level',
    to: '/inventory/inventory-list/inventory-view-list?below_reorder=1',
    note: 'Products to buy',
    tone: 'warn',
  },
  cheques_due: { label: 'Cheques to deposit', to: '/treasury/cheques?tab=due' },
  cheques_at_bank: {
    label: 'Cheques not confirmed',
    to: '/treasury/cheques?tab=deposited',
  },
  cheques_returned: {
    label: 'Returned cheques',
    to: '/treasury/cheques?tab=returned',
    tone: 'warn',
  },
  to_remit: { label: 'Receipts not handed in', to: '/treasury/remittances' },
  vouchers_to_print: {
    label: 'Vouchers to print',
    to: '/expenses/expenses-list/expenses-view-list?status=pending',
  },
  vouchers_to_release: {
    label: 'Vouchers to release',
    to: '/expenses/expenses-list/expenses-view-list?status=printed',
  },
} as const satisfies Record<string, Shown>

export type Task = keyof typeof TASKS

/** A task with every part that it may have. */
export const shownAs = (task: Task): Shown => TASKS[task]
