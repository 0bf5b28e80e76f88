import type { FormContent } from '~/modules/prints/placed-form'
import { collectionType } from '~/modules/receivables/collection-types'
import { amountInWords } from '~/platform/values/amount-in-words'
import { formatDate } from '~/platform/values/dates'
import { formatMoney } from '~/platform/values/money'
import type { CollectionDocument, ReceiptNames } from './document.server'

/** Returns what a collection receipt says on a pre-printed form, with the names of the time when it was recorded. */
export function receiptOnForm(
  receipt: CollectionDocument & { paper: ReceiptNames; mark: string | null },
  copies?: number,
): FormContent {
  const { paper, parts, total, allocations, unapplied } = receipt
  const { currency } = paper.letterhead
  const on = receipt.crDate ?? receipt.dateCollected
  return {
    number: receipt.crNo,
    dated: on,
    copies,
    mark: receipt.mark,
    head: {
      date: formatDate(on),
      buyer: paper.name,
      tin: paper.tin_no,
      address: paper.address,
      reference:
        parts.length > 1 ? `${parts.length} payments` : (collectionType(receipt.type) ?? null),
    },
    lines: [
      ...allocations.map((part) => ({
        description: part.booking?.invoiceNo ? `Invoice ${part.booking.invoiceNo}` : part.soNo,
        amount: formatMoney(part.amount),
      })),
      ...(unapplied === '0.00'
        ? []
        : [{ description: 'Unapplied payment', amount: formatMoney(unapplied) }]),
    ],
    foot: {
      total: formatMoney(total, currency),
      words: `${amountInWords(total, currency)} only`,
    },
  }
}
