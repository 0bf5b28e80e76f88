import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { isId } from '~/platform/values/ids'
import { type Money, money } from '~/platform/values/money'

/** A voucher for the supplier invoice that is being entered. */
export interface VoucherDuplicate {
  id: string
  voucherNo: number
  payTo: string
  invoiceNo: string | null
  total: Money
  status: string
  dateAdded: string
}

/** Finds vouchers for this invoice of this payee, except the one that is edited. */
export async function findVoucherDuplicates(
  db: Db,
  projectId: string,
  {
    payee,
    invoiceNo,
    excludeId = null,
  }: { payee: unknown; invoiceNo: unknown; excludeId?: string | null },
): Promise<VoucherDuplicate[]> {
  if (!isId(payee)) return []
  if (typeof invoiceNo !== 'string' || !invoiceNo.trim()) return []
  const found = rows(
    await db.rpc('voucher_duplicates', {
      p_project: projectId,
      p_payee: payee,
      p_invoice_no: invoiceNo,
      ...(isId(excludeId) ? { p_exclude: excludeId } : {}),
    }),
  )
  return found.map((duplicate) => ({
    id: duplicate.id,
    voucherNo: duplicate.voucher_no,
    payTo: duplicate.pay_to,
    invoiceNo: duplicate.invoice_no,
    total: money(duplicate.total),
    status: duplicate.status,
    dateAdded: duplicate.date_added,
  }))
}
