import { paths } from '~/paths'

interface Shown {
  label: string
  /** The address of the list with exactly the counted documents. */
  to: string
  tone?: 'warn' | 'danger'
}

/** Lists the kinds of due work that `public.work_due` counts, in the order of Home. */
export const TASKS = {
  to_invoice: { label: 'To invoice', to: `${paths.sales.invoicing}?queue=to-invoice` },
  delivered_not_invoiced: {
    label: 'Delivered, not invoiced',
    to: `${paths.sales.invoicing}?queue=delivered`,
    tone: 'warn',
  },
  to_deliver: { label: 'To deliver', to: paths.sales.delivery },
  requests_to_finish: {
    label: 'Warehouse requests to complete',
    to: `${paths.warehouse.requests}?status=approved`,
  },
  counts_open: {
    label: 'Counts in progress',
    to: `${paths.inventory.counts}?status=open`,
  },
  below_reorder: {
    label: 'Below reorder level',
    to: `${paths.inventory.stock}?below_reorder=1`,
    tone: 'warn',
  },
  cheques_due: { label: 'Cheques to deposit', to: `${paths.treasury.cheques}?tab=due` },
  cheques_at_bank: {
    label: 'Deposited, awaiting clearing',
    to: `${paths.treasury.cheques}?tab=deposited`,
  },
  cheques_returned: {
    label: 'Returned cheques',
    to: `${paths.treasury.cheques}?tab=returned`,
    tone: 'danger',
  },
  to_remit: { label: 'Unremitted collections', to: paths.treasury.remittances },
  vouchers_to_print: {
    label: 'Vouchers to print',
    to: `${paths.expenses.vouchers}?status=pending`,
  },
  vouchers_to_release: {
    label: 'Vouchers to release',
    to: `${paths.expenses.vouchers}?status=printed`,
  },
} as const satisfies Record<string, Shown>

export type Task = keyof typeof TASKS

/** Returns a task with its optional parts in the type. */
export const shownAs = (task: Task): Shown => TASKS[task]
