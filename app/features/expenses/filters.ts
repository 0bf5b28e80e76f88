import { parseDate } from '~/platform/dates'
import { idOf } from '~/platform/ids'
import { DATE_BASES, MODES } from './modes'

/** The states, and those among them that wait for a second person. */
export const STATUSES = [
  { value: 'pending', label: 'Pending' },
  { value: 'approval', label: 'Waits for approval' },
  { value: 'printed', label: 'Printed' },
  { value: 'released', label: 'Released' },
  { value: 'cancelled', label: 'Cancelled' },
] as const

export interface VoucherFilters {
  /** In voucher no., payee, supplier invoice, cheque no. or description. */
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

/** Filters of the voucher list, from the address. */
export function readVoucherFilters(url: string): VoucherFilters {
  const search = new URL(url).searchParams
  const oneOf = <T extends string>(options: readonly { value: T }[], name: string) =>
    options.find(({ value }) => value === search.get(name))?.value ?? null
  const text = (name: string) => search.get(name)?.trim() || null
  const id = (name: string) => idOf(search.get(name))
  return {
    search: text('q'),
    status: oneOf(STATUSES, 'status'),
    payee: id('payee'),
    category: text('category'),
    classification: text('classification'),
    cost_center: id('cost_center'),
    mode: oneOf(MODES, 'mode'),
    bank: id('bank'),
    basis: oneOf(DATE_BASES, 'basis') ?? 'added',
    from: parseDate(search.get('from') ?? ''),
    to: parseDate(search.get('to') ?? ''),
  }
}

/** Whether anything at all is asked. */
export function isFiltered({ basis: _, ...filters }: VoucherFilters): boolean {
  return Object.values(filters).some(Boolean)
}
