import { termsText } from '~/modules/customers/components/CreditLine'
import { letterheadOf } from '~/modules/logos/letterhead.server'
import type { Paper, Sum } from '~/platform/papers/paper'
import {
  amountText,
  dayText,
  paperTable,
  paymentBlock,
  signatures,
  sum,
  taxLetterhead,
  total,
  wordsBlock,
} from '~/platform/papers/texts'
import { dayNumber } from '~/platform/values/dates'
import { goodsColumns } from '../goods-lines.server'
import type { InvoiceDocument } from './numbers.server'

/** Describes the invoice for the customer, as it was issued. Every amount comes from the database. */
export function invoicePaper(invoice: InvoiceDocument, copies?: number): Paper {
  const { seller } = invoice
  const { currency } = invoice.letterhead
  const letterhead = letterheadOf(invoice.letterhead)
  const { date_invoiced: on, date_due: due } = invoice
  const taxes = Number(invoice.vat_percent) > 0
  const lines = invoice.lines.map((line) => ({
    ...line,
    ...(line.vat_on_top ? { beforeVat: line.net } : {}),
    ...(taxes ? { taxed: { vatClass: line.vat_class, amount: line.vat } } : {}),
  }))
  return {
    letterhead: taxLetterhead(letterhead, seller),
    title: 'Invoice',
    label: `Invoice ${invoice.invoice_no}`,
    copies,
    dated: on ?? '',
    head: [
      { text: invoice.invoice_no, look: 'number' },
      ...(invoice.stage === 'cancelled' ? [{ text: 'CANCELLED', look: 'mark' as const }] : []),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Sold to', invoice.customer_name],
          ['Store', invoice.store_name],
          ['TIN', invoice.tin_no],
          ['Business style', invoice.business_style],
          ['Address', invoice.deliver_to],
          ['Order', invoice.so_no],
          ['Agent', invoice.agent],
        ],
        amount: {
          label: 'Amount due',
          value: amountText(invoice.due, currency),
          items: [
            ['Date', dayText(on)],
            ['Terms', on && due ? termsText(dayNumber(due) - dayNumber(on)) : null],
            ['Due', due ? dayText(due) : null],
          ],
        },
      },
      paperTable(lines, goodsColumns(lines, currency)),
      { kind: 'totals', breakdown: vatSums(invoice), sums: sumsOf(invoice, currency) },
      ...(taxes ? [] : [{ kind: 'text', text: 'No VAT is charged.', look: 'note' } as const]),
      ...wordsBlock(invoice.due, currency),
      ...paymentBlock(letterhead),
      ...[seller?.authority, seller?.foot].flatMap((text) =>
        text ? [{ kind: 'text', text, look: 'small' } as const] : [],
      ),
      signatures('Prepared by', 'Received in good order by', 'Date'),
    ],
  }
}

/** Returns the sales by their VAT; none where no VAT is charged. */
function vatSums(invoice: InvoiceDocument): Sum[] {
  const vat = Number(invoice.vat_percent)
  if (vat === 0) return []
  return [
    sum('VATable sales', invoice.vatable),
    sum('VAT-exempt sales', invoice.exempt),
    sum('Zero-rated sales', invoice.zero_rated),
    sum(`VAT ${vat}%`, invoice.vat),
  ]
}

/** Returns the rows below the lines: from the goods to the amount due. */
function sumsOf(invoice: InvoiceDocument, currency: string): Sum[] {
  // The discount of a line stands before the VAT that comes on top, these with it.
  const withVat = invoice.lines.some((line) => line.vat_on_top) ? ', with VAT' : ''
  return [
    ...(invoice.discount === '0.00'
      ? []
      : [
          sum(`Before discounts${withVat}`, invoice.gross),
          sum(`Less discounts${withVat}`, invoice.discount),
        ]),
    sum('Total', invoice.total),
    ...(invoice.credited === '0.00' ? [] : [sum('Less goods not delivered', invoice.credited)]),
    total('Amount due', invoice.due, currency),
  ]
}
