import { readSearchParams } from '~/platform/request/search-params'
import { DATE_BASES, MODES } from './modes'

/** The statuses, and the part of them that is pending approval. */
export const STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'approval', label: 'Waits for approval' },
  { value: 'printed', label: 'Printed' },
  { value: 'released', label: 'Released' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

export interface VoucherFilters {
  /** Searches voucher no., payee, supplier invoice, cheque no. and description. */
  search: string | null
  status: (typeof STATUSES)[number]['value'] | null
  payee: string | null
  category: string | null
  classification: string | null
  cost_center: string | null
  mode: string | null
  bank: string | null
  basis: (typeof DATE_BASES)[number]['value']
  from: string | null
  to: string | null
}

/** Reads the filters of the voucher list from the address. */
export function readVoucherFilters(url: string): VoucherFilters {
  const asked = readSearchParams(url)
  return {
    search: asked.text('q'),
    status: asked.option('status', STATUSES),
    payee: asked.id('payee'),
    category: asked.text('category'),
    classification: asked.text('classification'),
    cost_center: asked.id('cost_center'),
    mode: asked.option('mode', MODES),
    bank: asked.id('bank'),
    basis: asked.option('basis', DATE_BASES) ?? 'added',
    from: asked.day('from'),
    to: asked.day('to'),
  }
}

/** Tells whether any filter is set. */
export function isFiltered({ basis: _, ...filters }: VoucherFilters): boolean {
  return Object.values(filters).some(Boolean)
}
