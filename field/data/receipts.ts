import type { ActFacts, ReceivedPart } from '~/platform/field/acts'
import type { CopyCompany } from '~/platform/field/copy'
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

/**
 * Reads a receipt as it is typed: its facts, or what is wrong.
 *
 * @param skipped the numbers of the booklet that its number skips, in words.
 */
export function readReceipt(
  form: ReceiptForm,
  customer: string,
  skipped: string | null,
): { facts: ActFacts['receipt'] } | { problems: Problems } {
  const problems: Problems = {}
  if (!form.crNo.trim()) problems.cr_no = 'Enter the number of the receipt.'
  const reason = form.skipReason?.trim() ?? ''
  if (skipped && !reason) problems.skip_reason = 'Enter why.'
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
      ...(skipped && { skip_reason: reason }),
      ...(remarks && { remarks }),
    },
  }
}

/** A number of a receipt: what is before its last digits, and these. */
function readNo(no: string) {
  const [, head = '', digits = ''] = /^(.*?)(\d+)$/.exec(no.trim()) ?? []
  return digits ? { head, series: head.toLowerCase(), serial: BigInt(digits), digits } : null
}

const likeNo = (no: string, serial: bigint): string => {
  const { head, digits } = readNo(no)!
  return head + String(serial).padStart(digits.length, '0')
}

/** Returns the serial of the next number of the booklet in hand; null without a booklet, and once it is used up. */
function nextOfBooklet({ next_cr_no, last_cr_no }: BookletInHand, used: readonly string[]) {
  const [next, last] = [readNo(next_cr_no ?? ''), readNo(last_cr_no ?? '')]
  if (!next || !last) return null
  const taken = used.flatMap((no) => {
    const read = readNo(no)
    return read?.series === next.series && read.serial <= last.serial ? read.serial : []
  })
  const serial = taken.reduce((most, each) => (each >= most ? each + 1n : most), next.serial)
  return serial <= last.serial ? { serial, last: last.serial, series: next.series } : null
}

type BookletInHand = Pick<CopyCompany, 'next_cr_no' | 'last_cr_no'>

/**
 * Proposes the number of the next receipt: the next one of the booklet in hand, or else the one after the newest receipt.
 *
 * @param used the numbers of the receipts that were written on this phone, the newest last.
 */
export function proposedNo(company: BookletInHand | null, used: readonly string[]): string {
  const next = company?.next_cr_no ?? ''
  if (company?.last_cr_no) {
    const found = nextOfBooklet(company, used)
    return found ? likeNo(next, found.serial) : ''
  }
  const newest = readNo(used.at(-1) ?? '')
  return newest ? likeNo(used.at(-1)!, newest.serial + 1n) : next
}

/** Returns the numbers of the booklet in hand that a number skips, in words; null where it skips none. */
export function skippedNos(
  company: BookletInHand | null,
  used: readonly string[],
  no: string,
): string | null {
  const [typed, next] = [readNo(no), company && nextOfBooklet(company, used)]
  if (!typed || !next || typed.series !== next.series) return null
  if (typed.serial <= next.serial || typed.serial > next.last) return null
  const [first, last] = [likeNo(no, next.serial), likeNo(no, typed.serial - 1n)]
  return first === last ? first : `${first} to ${last}`
}
