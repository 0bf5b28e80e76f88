import { row, rows } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import { type Money, money } from '~/platform/values/money'
import type { PayeeAccount } from './account'

/** A line of a voucher: description, cost center and amount. */
export interface VoucherLine {
  lineNo: number
  description: string
  costCenterId: string | null
  costCenter: string | null
  /** The account number of the cost center. */
  accountNumber: string | null
  amount: Money
  /** Null when the supplier's invoice shows no VAT. */
  vatClass: string | null
  /** The input VAT in the amount. */
  vat: Money
}

/** One voucher with the data for its page, its form and its print. Users are given by id. */
export interface VoucherDocument {
  id: string
  version: number
  voucherNo: number
  status: string
  payeeId: string
  payTo: string
  payToAccountNo: string | null
  payee: PayeeAccount
  description: string | null
  invoiceNo: string | null
  category: string | null
  classification: string | null
  mode: string
  bankId: string | null
  bank: string | null
  bankAccountNo: string | null
  chequeNo: string | null
  chequeDate: string | null
  total: Money
  ewt: Money
  /** The amount to pay: total less withholding tax. */
  net: Money
  dateAdded: string
  datePrinted: string | null
  /** The number of prints. */
  copies: number
  dateReleased: string | null
  releaser: { name: string; designation: string | null } | null
  cancelReason: string | null
  createdBy: string | null
  createdAt: string
  editedBy: string | null
  editedAt: string | null
  approvedBy: string | null
  approvedAt: string | null
  whoReleased: string | null
  releasedAt: string | null
  whoCancelled: string | null
  cancelledAt: string | null
  dateCancelled: string | null
  lines: VoucherLine[]
}

/**
 * Reads one voucher with its lines.
 *
 * @throws A 404 response when the voucher is missing or belongs to another project.
 */
export async function readVoucher(
  db: Db,
  projectId: string,
  voucherId: string,
): Promise<VoucherDocument> {
  const [found, lines] = await Promise.all([
    db
      .from('vouchers')
      .select('*, payees!inner(version, account_no, account_set_by, account_confirmed_at)')
      .eq('project_id', projectId)
      .eq('id', voucherId)
      .maybeSingle(),
    readLines(db, projectId, voucherId),
  ])
  const v = row(found)
  return {
    id: v.id,
    version: v.version,
    voucherNo: v.voucher_no,
    status: v.status,
    payeeId: v.payee_id,
    payTo: v.pay_to,
    payToAccountNo: v.pay_to_account_no,
    payee: {
      version: v.payees.version,
      accountNo: v.payees.account_no,
      setBy: v.payees.account_set_by,
      confirmed: v.payees.account_confirmed_at !== null,
    },
    description: v.general_description,
    invoiceNo: v.invoice_no,
    category: v.category,
    classification: v.classification,
    mode: v.mode_of_payment,
    bankId: v.bank_id,
    bank: v.cheque_bank,
    bankAccountNo: v.cheque_account_no,
    chequeNo: v.cheque_no,
    chequeDate: v.cheque_date,
    total: money(v.total),
    ewt: money(v.ewt_amount),
    net: money(v.net_amount ?? v.total),
    dateAdded: v.date_added,
    datePrinted: v.date_printed,
    copies: v.copies,
    dateReleased: v.date_released,
    releaser:
      v.releaser_name === null
        ? null
        : { name: v.releaser_name, designation: v.releaser_designation },
    cancelReason: v.cancel_reason,
    createdBy: v.created_by,
    createdAt: v.created_at,
    editedBy: v.edited_by,
    editedAt: v.edited_at,
    approvedBy: v.approved_by,
    approvedAt: v.approved_at,
    whoReleased: v.who_released,
    releasedAt: v.released_at,
    whoCancelled: v.who_cancelled,
    cancelledAt: v.cancelled_at,
    dateCancelled: v.date_cancelled,
    lines,
  }
}

/** Reads the lines in their order, with the present names of their cost centers. */
async function readLines(db: Db, projectId: string, voucherId: string): Promise<VoucherLine[]> {
  const result = await db
    .from('voucher_lines')
    .select('line_no, description, cost_center_id, amount, vat_class, vat_amount')
    .eq('project_id', projectId)
    .eq('voucher_id', voucherId)
    .order('line_no')
  // An address without a valid id has no lines either. The voucher's own query answers 404.
  const found = result.error?.code === '22P02' ? [] : rows(result)
  const ids = [...new Set(found.flatMap(({ cost_center_id: id }) => id ?? []))]
  const centers = new Map(
    ids.length === 0
      ? []
      : rows(
          await db
            .from('cost_centers')
            .select('id, cost_center, account_number')
            .eq('project_id', projectId)
            .in('id', ids),
        ).map((center) => [center.id, center]),
  )
  return found.map(({ line_no, description, cost_center_id, amount, vat_class, vat_amount }) => {
    const center = cost_center_id ? centers.get(cost_center_id) : undefined
    return {
      lineNo: line_no,
      description,
      costCenterId: cost_center_id,
      costCenter: center?.cost_center ?? null,
      accountNumber: center?.account_number ?? null,
      amount: money(amount),
      vatClass: vat_class,
      vat: money(vat_amount),
    }
  })
}
