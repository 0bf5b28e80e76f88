import type { ActFacts, ReceivedPart } from '~/platform/field/acts'
import { type Money, parseMoney, toCents } from '~/platform/values/money'
import type { ReceiptForm, ReceiptPart } from './written'

/** The ways in which a customer pays. */
export const PART_LABELS: Record<ReceiptPart['type'], string> = {
  cash: 'Cash',
  cheque: 'Cheque',
  bank_transfer: 'Bank transfer',
  withholding: 'Withholding (2307)',
}

/** Problems of a form, by field: `parts[1].amount`. */
export type Problems = Record<string, string>

/** Returns the amount of a part; null where none above zero is typed. */
export function amountOf({ amount }: ReceiptPart): Money | null {
  const value = parseMoney(amount)
  return value && toCents(value) > 0n ? value : null
}

/** Reads a receipt as it is typed: its facts, or what is wrong. */
export function readReceipt(
  form: ReceiptForm,
  customer: string,
): { facts: ActFacts['receipt'] } | { problems: Problems } {
  const problems: Problems = {}
  if (!form.crNo.trim()) problems.cr_no = 'Enter the number of the receipt.'
  const parts = form.parts.map((part, at): ReceivedPart => {
    const amount = amountOf(part)
    const path = `parts[${at}].`
    if (!amount) problems[`${path}amount`] = 'Enter an amount above zero, such as 1,500.00.'
    if (part.type === 'cheque') {
      if (!part.bank.trim()) problems[`${path}cheque_bank`] = 'Enter the bank.'
      if (!part.no.trim()) problems[`${path}cheque_no`] = 'Enter the number of the cheque.'
      if (!part.date) problems[`${path}cheque_date`] = 'Enter the date of the cheque.'
    }
    const no = part.no.trim()
    return {
      ...{ collection_type: part.type, amount: amount ?? '0' },
      ...(part.type === 'cheque' && {
        cheque_bank: part.bank.trim(),
        cheque_no: no,
        cheque_date: part.date,
      }),
      ...((part.type === 'bank_transfer' || part.type === 'withholding') &&
        no && { reference_no: no }),
    }
  })
  if (Object.keys(problems).length > 0) return { problems }
  const remarks = form.remarks.trim()
  return {
    facts: {
      ...{ customer_id: customer, cr_no: form.crNo.trim(), parts },
      ...(form.share === 'oldest' && { allocate: 'oldest' }),
      ...(remarks && { remarks }),
    },
  }
}

/** Returns the number that follows one, written like it; null where it does not end in digits. */
export function numberAfter(no: string): string | null {
  const [, head = '', digits = ''] = /^(.*?)(\d+)$/.exec(no.trim()) ?? []
  return digits ? head + String(BigInt(digits) + 1n).padStart(digits.length, '0') : null
}
