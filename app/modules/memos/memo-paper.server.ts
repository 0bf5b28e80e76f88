import { letterheadOf } from '~/modules/logos/letterhead.server'
import type { Paper, Sum } from '~/platform/papers/paper'
import {
  amountText,
  dayText,
  figureColumn,
  NOT_FOR_INPUT_TAX,
  type PaperColumn,
  paperTable,
  quantityColumns,
  signatures,
  sum,
  total,
  vatColumns,
  wordsBlock,
} from '~/platform/papers/texts'
import { price, unitPrice } from '~/platform/values/price'
import { memoKind, memoReason } from './labels'
import { beforeVat, isOnTop, isTaxed, linesOf, nameOfLine } from './lines'
import type { MemoDocument } from './queries.server'

/** Describes a memo for the customer, as it was approved. Every amount comes from the database. */
export function memoPaper(memo: MemoDocument, copies?: number): Paper {
  const rows = rowsOf(memo)
  const { currency } = memo.letterhead
  return {
    letterhead: letterheadOf(memo.letterhead),
    title: memoKind(memo.kind),
    copies,
    dated: memo.on_date,
    head: [
      { text: memo.memo_no, look: 'number' },
      ...(memo.status === 'approved'
        ? []
        : [
            {
              text: memo.status === 'cancelled' ? 'CANCELLED' : 'NOT APPROVED',
              look: 'mark' as const,
            },
          ]),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Customer', memo.customer_name],
          ['Store', memo.store_name],
          ['Reason', memoReason(memo.reason)],
          ['TIN', memo.tin_no],
          ['Invoice', (memo.kind === 'credit' ? memo.booking : memo.corrects)?.invoice_no ?? null],
          [
            'Credited to',
            memo.for_goods
              ? memo.credited.map(({ invoice_no, so_no }) => invoice_no ?? so_no).join(', ')
              : null,
          ],
          ['Address', memo.address],
          ['Remarks', memo.note],
        ],
        amount: {
          label: memo.kind === 'credit' ? 'Amount credited' : 'Amount charged',
          value: amountText(memo.amount, currency),
          items: [['Date', dayText(memo.on_date)]],
        },
      },
      paperTable(rows, columnsOf(memo, rows, currency)),
      {
        kind: 'totals',
        breakdown: vatSums(memo),
        sums: [total('Total', memo.amount, currency)],
      },
      ...wordsBlock(memo.amount, currency),
      NOT_FOR_INPUT_TAX,
      signatures('Prepared by', 'Approved by', 'Received by', 'Date'),
    ],
  }
}

/** The rows of the paper: lines of a booking, goods, invoices that were credited, or the reason alone. */
function rowsOf(memo: MemoDocument) {
  const lines = linesOf(memo)
  if (lines.length > 0)
    return lines.map((line) => ({
      code: line.material_code,
      text: nameOfLine(line),
      quantity: line.pieces,
      caseConfig: line.case_config,
      price: line.pieces > 0 ? unitPrice(priceOf(line)) : '',
      before: beforeVat(line),
      vat: isTaxed(memo) ? { vatClass: line.vat_class, amount: line.vat_amount } : null,
      amount: line.amount,
    }))
  const plain = { ...NO_GOODS, text: memoReason(memo.reason), amount: memo.amount }
  if (memo.credited.length === 0) return [plain]
  return memo.credited.map((booking) => ({
    ...plain,
    text: `${plain.text}, invoice ${booking.invoice_no ?? booking.so_no}`,
    amount: booking.amount,
  }))
}

const NO_GOODS = { code: null, quantity: 0, caseConfig: 1, price: '', before: null, vat: null }

const priceOf = (line: ReturnType<typeof linesOf>[number]) =>
  line.price_difference
    ? price(line.price_difference, line.price_difference_pieces)
    : price(line.agent_srp, line.agent_srp_pieces)

type Row = ReturnType<typeof rowsOf>[number]

/** Returns the columns of the paper: those of goods only where lines have them. */
function columnsOf(memo: MemoDocument, rows: readonly Row[], currency: string): PaperColumn<Row>[] {
  const figures = figureColumn<Row>
  const goods = linesOf(memo).length > 0
  return [
    ...(goods ? [{ header: 'Code', whole: true, cell: (row: Row) => row.code }] : []),
    { header: 'Description', share: 1, cell: (row) => row.text },
    ...(goods
      ? [
          ...quantityColumns<Row>(({ caseConfig }) => caseConfig),
          figures(memo.kind === 'debit' ? 'Difference' : 'Unit price', (row) => row.price),
        ]
      : []),
    ...(linesOf(memo).some(isOnTop)
      ? [figures('Before VAT', (row) => amountText(row.before))]
      : []),
    ...vatColumns(rows, ({ vat }) => vat),
    figures(`Amount (${currency})`, (row) => amountText(row.amount)),
  ]
}

/** Returns the parts of the amount by VAT class; none of a memo without VAT. */
function vatSums(memo: MemoDocument): Sum[] {
  if (!isTaxed(memo)) return []
  return [
    sum('VATable, net of VAT', memo.vatable),
    sum('VAT-exempt', memo.exempt),
    sum('Zero-rated', memo.zero_rated),
    sum('VAT', memo.vat_amount),
  ]
}
