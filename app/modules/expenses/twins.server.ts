import { rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { isId } from '~/platform/values/ids'
import { type Money, money } from '~/platform/values/money'

/** A voucher for the supplier invoice that is being entered. */
export interface Twin {
  id: string
  voucherNo: number
  payTo: string
  invoiceNo: string | null
  total: Money
  status: string
  dateAdded: string
}

/** Finds vouchers for this invoice of this payee, except the one that is edited. */
export async function findTwins(
  db: Db,
  projectId: string,
  { payee, invoiceNo, but = null }: { payee: unknown; invoiceNo: unknown; but?: string | null },
): Promise<Twin[]> {
  if (!isId(payee)) return []
  if (typeof invoiceNo !== 'string' || !invoiceNo.trim()) return []
  const found = rows(
    await db.rpc('voucher_twins', {
      p_project: projectId,
      p_payee: payee,
      p_invoice_no: invoiceNo,
      ...(isId(but) ? { p_but: but } : {}),
    }),
  )
  return found.map((twin) => ({
    id: twin.id,
    voucherNo: twin.voucher_no,
    payTo: twin.pay_to,
    invoiceNo: twin.invoice_no,
    total: money(twin.total),
    status: twin.status,
    dateAdded: twin.date_added,
  }))
}
