import { sortKeyOrders } from '~/platform/db/orders'
import { readSearchParams } from '~/platform/request/search-params'
import { MODES, VOUCHER_DATE_BASES } from './modes'

/** The statuses, and the part of them that is pending approval. */
export const VOUCHER_STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'approval', label: 'For approval' },
  { value: 'printed', label: 'Printed' },
  { value: 'released', label: 'Released' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

/** Orders of the voucher list. Indexes serve each of them. */
export const VOUCHER_ORDERS = sortKeyOrders({
  added: 'day',
  no: 'number',
  payee: 'text',
  total: 'figure',
  status: 'state',
})

export interface VoucherFilters {
  /** Searches voucher no., payee, supplier invoice, cheque no. and description. */
  search: string | null
  status: (typeof VOUCHER_STATUSES)[number]['value'] | null
  payee: string | null
  category: string | null
  classification: string | null
  cost_center: string | null
  mode: string | null
  bank: string | null
  basis: (typeof VOUCHER_DATE_BASES)[number]['value']
  from: string | null
  to: string | null
}

/** Reads the filters of the voucher list from the address. */
export function readVoucherFilters(url: string): VoucherFilters {
  const searchParams = readSearchParams(url)
  return {
    search: searchParams.text('q'),
    status: searchParams.option('status', VOUCHER_STATUSES),
    payee: searchParams.id('payee'),
    category: searchParams.text('category'),
    classification: searchParams.text('classification'),
    cost_center: searchParams.id('cost_center'),
    mode: searchParams.option('mode', MODES),
    bank: searchParams.id('bank'),
    basis: searchParams.option('basis', VOUCHER_DATE_BASES) ?? 'added',
    from: searchParams.day('from'),
    to: searchParams.day('to'),
  }
}

/** Tells whether any filter is set. */
export function isVoucherFiltered({ basis: _, ...filters }: VoucherFilters): boolean {
  return Object.values(filters).some(Boolean)
}
