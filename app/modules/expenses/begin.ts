import { formatMoney, isZero, type Money } from '~/platform/values/money'
import type { VoucherDocument } from './document.server'

/** The initial values of a form, as text. */
export interface VoucherStart {
  payee_id?: string
  pay_to_account_no?: string
  invoice_no?: string
  category?: string
  classification?: string
  general_description?: string
  date_added: string
  mode_of_payment: 'cash' | 'cheque' | 'bank_transfer'
  bank_id?: string
  cheque_no?: string
  cheque_date?: string
  ewt_amount?: string
  lines: { description?: string; cost_center_id?: string; vat_class?: string; amount?: string }[]
}

const amount = (value: Money) => (isZero(value) ? '' : formatMoney(value))

/** Returns the initial values of an edit: everything that is saved. */
export function beginEdit(voucher: VoucherDocument): VoucherStart {
  return {
    ...beginCopy(voucher, voucher.dateAdded),
    invoice_no: voucher.invoiceNo ?? '',
    cheque_no: voucher.chequeNo ?? '',
    cheque_date: voucher.chequeDate ?? '',
  }
}

/**
 * Returns the initial values of a copy: everything that repeats each month. Invoice, cheque and
 * date are new.
 */
export function beginCopy(voucher: VoucherDocument, today: string): VoucherStart {
  return {
    payee_id: voucher.payeeId,
    pay_to_account_no: voucher.payToAccountNo ?? '',
    category: voucher.category ?? '',
    classification: voucher.classification ?? '',
    general_description: voucher.description ?? '',
    date_added: today,
    mode_of_payment: voucher.mode as VoucherStart['mode_of_payment'],
    bank_id: voucher.bankId ?? '',
    ewt_amount: amount(voucher.ewt),
    lines: voucher.lines.map((line) => ({
      description: line.description,
      cost_center_id: line.costCenterId ?? '',
      vat_class: line.vatClass ?? '',
      amount: amount(line.amount),
    })),
  }
}
