import { rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { readPage } from '~/platform/db/page.server'
import { anyContains } from '~/platform/db/search'
import type { Db } from '~/platform/request/context'
import { NO_CATEGORY } from '~/platform/values/categories'
import { type Money, money } from '~/platform/values/money'
import type { VoucherFilters } from './filters'

/** A voucher in the list. */
export interface VoucherRow {
  id: string
  voucherNo: number
  dateAdded: string
  payTo: string
  description: string | null
  category: string | null
  classification: string | null
  invoiceNo: string | null
  mode: string
  bank: string | null
  chequeNo: string | null
  total: Money
  status: string
  approvedAt: string | null
  dateReleased: string | null
}

const COLUMNS =
  'id, voucher_no, date_added, pay_to, general_description, category, classification, invoice_no, mode_of_payment, cheque_bank, cheque_no, total, total_key, status, approved_at, date_released'

const DAY_OF = {
  added: 'date_added',
  printed: 'date_printed',
  released: 'date_released',
} as const

/**
 * Returns one page of vouchers in the keyset's order. `limit` is the project's amount above which they need
 * approval.
 */
export async function listVouchers(
  db: Db,
  projectId: string,
  keyset: Keyset,
  filters: VoucherFilters,
  limit: string | null,
): Promise<Page<Listed<VoucherRow>>> {
  // The lines are joined only to find the vouchers of a cost center.
  const columns = filters.cost_center
    ? (`${COLUMNS}, voucher_lines!inner(cost_center_id)` as typeof COLUMNS)
    : COLUMNS
  let query = db.from('vouchers').select(columns).eq('project_id', projectId)
  const day = DAY_OF[filters.basis]
  const contains = anyContains(['search_key'], filters.search?.toLowerCase() ?? null, 'like')
  if (contains) query = query.or(contains)
  if (filters.status === 'approval') {
    // No voucher is pending approval when the project requires none.
    if (limit === null) return { rows: [], newer: null, older: null }
    query = query
      .in('status', ['pending', 'printed'])
      .is('approved_at', null)
      .gt('total', limit as never)
  } else if (filters.status) query = query.eq('status', filters.status)
  if (filters.payee) query = query.eq('payee_id', filters.payee)
  for (const name of ['category', 'classification'] as const) {
    const wanted = filters[name]
    if (wanted) query = wanted === NO_CATEGORY ? query.is(name, null) : query.eq(name, wanted)
  }
  if (filters.cost_center) query = query.eq('voucher_lines.cost_center_id', filters.cost_center)
  if (filters.mode) query = query.eq('mode_of_payment', filters.mode)
  if (filters.bank) query = query.eq('bank_id', filters.bank)
  if (filters.from) query = query.gte(day, filters.from)
  if (filters.to) query = query.lte(day, filters.to)
  return readPage(keyset, query, {
    row: (voucher) => ({
      id: voucher.id,
      cursor: encodeCursor(voucher, keyset),
      voucherNo: voucher.voucher_no,
      dateAdded: voucher.date_added,
      payTo: voucher.pay_to,
      description: voucher.general_description,
      category: voucher.category,
      classification: voucher.classification,
      invoiceNo: voucher.invoice_no,
      mode: voucher.mode_of_payment,
      bank: voucher.cheque_bank,
      chequeNo: voucher.cheque_no,
      total: money(voucher.total),
      status: voucher.status,
      approvedAt: voucher.approved_at,
      dateReleased: voucher.date_released,
    }),
  })
}

/** The number and sum of the vouchers in each status. */
export type VoucherTotals = Record<
  'pending' | 'printed' | 'released' | 'cancelled',
  { vouchers: number; total: Money }
>

/** Returns the totals of all vouchers that the filters find, not just the page. */
export async function readVoucherTotals(
  db: Db,
  projectId: string,
  { status, ...filters }: VoucherFilters,
  limit: string | null,
): Promise<VoucherTotals> {
  // No voucher can be above an amount that is not set.
  const query =
    status === 'approval' ? { above: limit ?? '1000000000000' } : { status: status ?? undefined }
  const found = rows(
    await db.rpc('voucher_totals', { p_project: projectId, p_filters: { ...filters, ...query } }),
  )
  const of = (name: string) => {
    const row = found.find(({ status: each }) => each === name)
    return { vouchers: Number(row?.vouchers ?? 0), total: money(row?.total ?? 0) }
  }
  return {
    pending: of('pending'),
    printed: of('printed'),
    released: of('released'),
    cancelled: of('cancelled'),
  }
}

/** Returns the number of all these vouchers. */
export function vouchersIn(totals: VoucherTotals): number {
  return Object.values(totals).reduce((sum, { vouchers }) => sum + vouchers, 0)
}
