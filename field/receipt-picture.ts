import type { ActFacts } from '~/platform/field/acts'
import { formatDate } from '~/platform/values/dates'
import { addMoney, formatMoney, money } from '~/platform/values/money'
import { PART_LABELS } from './data/receipts'
import { linesPicture, PICTURE_RED, type PictureLine } from './picture'

interface Shown {
  company: string
  currency: string
  person: string
  customer: string
  day: string
  facts: ActFacts['receipt']
  /** The office has not accepted it. */
  provisional: boolean
}

function linesOf({
  company,
  currency,
  person,
  customer,
  day,
  facts,
  provisional,
}: Shown): PictureLine[] {
  const total = addMoney(...facts.parts.map(({ amount }) => money(amount)))
  return [
    { text: company, size: 36, bold: true },
    { text: `Receipt ${facts.cr_no}`, size: 30, bold: true },
    ...(provisional ? [{ text: 'PROVISIONAL', size: 36, bold: true, color: PICTURE_RED }] : []),
    { text: day },
    { text: `Received from ${customer}` },
    { text: '' },
    ...facts.parts.flatMap((part): PictureLine[] => {
      const details = [
        part.cheque_bank,
        part.cheque_no ?? part.reference_no,
        part.cheque_date && formatDate(part.cheque_date),
      ].filter(Boolean)
      return [
        { text: PART_LABELS[part.collection_type], amount: formatMoney(money(part.amount)) },
        ...(details.length > 0 ? [{ text: `   ${details.join(', ')}`, size: 22 }] : []),
      ]
    }),
    { text: 'Total', amount: formatMoney(total, currency), bold: true, size: 30 },
    { text: '' },
    { text: `Received by ${person}` },
    ...(facts.parts.some(({ collection_type }) => collection_type === 'cheque')
      ? [{ text: 'Cheques count once they have cleared.', size: 22 }]
      : []),
    ...(provisional
      ? [{ text: 'Not yet accepted by the office.', size: 22, color: PICTURE_RED }]
      : []),
  ]
}

/** Draws a receipt as a picture for the customer. */
export const receiptPicture = (shown: Shown): Promise<Blob> => linesPicture(linesOf(shown))
