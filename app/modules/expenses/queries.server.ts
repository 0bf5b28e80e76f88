import { rows } from '~/platform/db/command.server'
import { encodeCursor, type Keyset, type Listed, type Page } from '~/platform/db/keyset'
import { type PageFilters, readPage } from '~/platform/db/page.server'
import type { Db } from '~/platform/request/context'
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

/** Returns the filters as the SQL functions take them. */
function filtersOf({ status, ...filters }: VoucherFilters, limit: string | null) {
  if (status !== 'approval') return { ...filters, status }
  // No voucher is above an amount that is not set.
  return { ...filters, above: limit ?? '999999999999.99' }
}

/**
 * Returns one page of vouchers in the order of `sort`. `limit` is the project's amount above which they need
 * approval.
 */
export async function listVouchers(
  db: Db,
  projectId: string,
  keyset: Keyset,
  { sort, ...filters }: VoucherFilters & { sort: string },
  limit: string | null,
): Promise<Page<Listed<VoucherRow>>> {
  const source = (cursor: PageFilters) =>
    db.rpc('voucher_list', {
      p_project: projectId,
      p_filters: { ...filtersOf(filters, limit), sort, ...cursor },
    })
  return readPage(keyset, source, {
    row: (voucher) => ({
      id: voucher.id,
      cursor: encodeCursor(voucher, keyset),
      voucherNo: voucher.voucher_no,
      dateAdded: voucher.date_added,
      payTo: voucher.pay_to,
      description: voucher.general_description as string | null,
      category: voucher.category as string | null,
      classification: voucher.classification as string | null,
      invoiceNo: voucher.invoice_no as string | null,
      mode: voucher.mode_of_payment,
      bank: voucher.cheque_bank as string | null,
      chequeNo: voucher.cheque_no as string | null,
      total: money(voucher.total),
      status: voucher.status,
      approvedAt: voucher.approved_at as string | null,
      dateReleased: voucher.date_released as string | null,
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
  filters: VoucherFilters,
  limit: string | null,
): Promise<VoucherTotals> {
  const found = rows(
    await db.rpc('voucher_totals', {
      p_project: projectId,
      p_filters: filtersOf(filters, limit),
    }),
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
