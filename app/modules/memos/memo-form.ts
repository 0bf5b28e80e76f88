import type { FormContent } from '~/modules/prints/placed-form'
import { amountInWords } from '~/platform/values/amount-in-words'
import { formatDate } from '~/platform/values/dates'
import { formatMoney } from '~/platform/values/money'
import { price, unitPrice } from '~/platform/values/price'
import { formatQuantity } from '~/platform/values/quantity'
import { memoReason } from './labels'
import { isTaxed, linesOf, nameOfLine } from './lines'
import type { MemoDocument } from './queries.server'

/** Returns what a memo says on a pre-printed form, as it was approved. */
export function memoOnForm(memo: MemoDocument, copies?: number): FormContent {
  const { currency } = memo.letterhead
  const lines = linesOf(memo).map((line) => ({
    quantity: line.pieces > 0 ? formatQuantity(line.pieces, line.case_config) : '',
    description: nameOfLine(line) ?? '',
    price:
      line.pieces > 0
        ? unitPrice(
            line.price_difference
              ? price(line.price_difference, line.price_difference_pieces)
              : price(line.agent_srp, line.agent_srp_pieces),
          )
        : '',
    amount: formatMoney(line.amount),
  }))
  const credited = memo.credited.map(({ invoice_no, so_no, amount }) => ({
    description: `${memoReason(memo.reason)}, invoice ${invoice_no ?? so_no}`,
    amount: formatMoney(amount),
  }))
  const plain = [{ description: memoReason(memo.reason), amount: formatMoney(memo.amount) }]
  return {
    number: memo.memo_no,
    dated: memo.on_date,
    copies,
    mark:
      memo.status === 'approved'
        ? null
        : memo.status === 'cancelled'
          ? 'CANCELLED'
          : 'NOT APPROVED',
    head: {
      date: formatDate(memo.on_date),
      buyer: memo.customer_name,
      tin: memo.tin_no,
      address: memo.address,
      reference: (memo.kind === 'credit' ? memo.booking : memo.corrects)?.invoice_no ?? null,
    },
    lines: lines.length > 0 ? lines : credited.length > 0 ? credited : plain,
    foot: {
      ...(isTaxed(memo)
        ? {
            vatable: formatMoney(memo.vatable),
            exempt: formatMoney(memo.exempt),
            zero: formatMoney(memo.zero_rated),
            vat: formatMoney(memo.vat_amount),
          }
        : {}),
      total: formatMoney(memo.amount, currency),
      words: `${amountInWords(memo.amount, currency)} only`,
    },
  }
}
