import { letterheadOf } from '~/modules/logos/letterhead.server'
import { collectionType } from '~/modules/receivables/collection-types'
import type { Paper, PaperBlock, TableBlock } from '~/platform/papers/paper'
import {
  amountText,
  dayText,
  NOT_FOR_INPUT_TAX,
  paperTable,
  signatures,
  sum,
  total,
  wordsBlock,
} from '~/platform/papers/texts'
import type { CollectionDocument, ReceiptNames, ReceiptPart } from './document.server'

/** Describes a collection receipt for the customer, with the names of the time when it was recorded. */
export function receiptPaper(
  collection: CollectionDocument & { paper: ReceiptNames },
  copies?: number,
): Paper {
  const { parts, total: received, paper } = collection
  const { currency } = paper.letterhead
  const several = parts.length > 1
  const { cheque, reference } = several ? { cheque: null, reference: null } : collection
  const mark = markOf(collection)
  return {
    letterhead: letterheadOf(paper.letterhead),
    title: 'Collection receipt',
    copies,
    dated: collection.crDate ?? collection.dateCollected,
    head: [
      { text: collection.crNo, look: 'number' },
      { text: dayText(collection.crDate) },
      ...(mark ? [{ text: mark, look: 'mark' as const }] : []),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Received from', paper.name],
          ['Payment type', several ? `${parts.length} payments` : collectionType(collection.type)],
          ['Store', paper.store_name],
          ['TIN', paper.tin_no],
          ['Address', paper.address],
          ['Cheque', cheque && `${cheque.bank} ${cheque.no}`],
          ['Cheque date', cheque && dayText(cheque.date)],
          ['Reference no.', reference],
          ['Agent', paper.agent ?? null],
          [`${paper.drr_label} no.`, collection.drrNo],
        ],
        amount: {
          label: 'Received',
          value: amountText(received, currency),
          items: [['Collected', dayText(collection.dateCollected)]],
        },
      },
      ...wordsBlock(received, currency),
      ...(several ? [partsOf(collection, currency)] : []),
      allocationsOf(collection, currency),
      ...notesOf(collection),
      NOT_FOR_INPUT_TAX,
      signatures(paper.received_by ? `Received by ${paper.received_by}` : 'Received by', 'Date'),
    ],
  }
}

/** Returns what the receipt pays. */
function allocationsOf(collection: CollectionDocument, currency: string): TableBlock {
  const { allocations, unapplied, total: received } = collection
  return paperTable(
    allocations,
    [
      { header: 'In payment of', cell: (part) => part.soNo },
      { header: 'Invoice', cell: (part) => part.booking?.invoiceNo ?? '–' },
      { header: 'Invoice date', cell: (part) => dayText(part.booking?.dateInvoiced ?? null) },
      { header: `Amount (${currency})`, align: 'end', cell: (part) => amountText(part.amount) },
    ],
    {
      sums: [
        ...(unapplied === '0.00' ? [] : [sum('Unapplied payment', unapplied)]),
        total('Received', received, currency),
      ],
    },
  )
}

/** Returns what a receipt of several parts was paid with. */
function partsOf({ parts, total: received }: CollectionDocument, currency: string): TableBlock {
  return paperTable(
    parts,
    [
      { header: 'Payment', cell: (part) => String(part.no) },
      { header: 'Payment type', cell: (part) => collectionType(part.type) },
      {
        header: 'Number',
        cell: (part) => [
          part.cheque ? `${part.cheque.bank} ${part.cheque.no} ` : `${part.reference ?? '–'} `,
          { text: lostOf(part), strong: true },
        ],
      },
      { header: 'Cheque date', cell: ({ cheque }) => dayText(cheque?.date ?? null) },
      { header: `Amount (${currency})`, align: 'end', cell: (part) => amountText(part.amount) },
    ],
    { sums: [total('Total', received)] },
  )
}

function notesOf({ parts, remarks }: CollectionDocument): PaperBlock[] {
  const cheques = parts.length > 1 ? 'all cheques' : 'the cheque'
  return [
    ...(parts.some((part) => part.cheque)
      ? [
          {
            kind: 'text',
            text: `Valid upon clearing of ${cheques}.`,
            look: 'note',
            close: true,
          } as const,
        ]
      : []),
    ...(remarks ? [{ kind: 'text', text: remarks, look: 'small', close: true } as const] : []),
  ]
}

/** Names what no longer counts of a receipt. */
function lostOf({ cheque, paidBack }: ReceiptPart): string {
  if (paidBack) return 'PAID BACK'
  return ['returned', 'replaced'].includes(cheque?.state ?? '') ? cheque!.state.toUpperCase() : ''
}

/** Says that a receipt does not count, such as a cancelled one. Of several parts each says itself what became of it. */
export function markOf({ status, cheque, parts }: CollectionDocument): string | null {
  const chequeState = parts.length > 1 ? null : (cheque?.state ?? null)
  if (status === 'cancelled') return 'CANCELLED'
  if (status === 'pending') return 'NOT YET APPROVED'
  if (chequeState === 'returned') return 'CHEQUE RETURNED'
  return chequeState === 'replaced' ? 'CHEQUE REPLACED' : null
}
