import type { Letterhead, Paper } from '~/platform/papers/paper'
import {
  amountText,
  dayText,
  figureColumn,
  type PaperColumn,
  paperTable,
  quantityColumns,
  signatures,
  sum,
  total,
  vatColumns,
} from '~/platform/papers/texts'
import { addMoney } from '~/platform/values/money'
import { unitPrice } from '~/platform/values/price'
import type { PurchaseLine, readPurchase } from './document.server'
import { paperTitle } from './kinds'

interface Source {
  purchase: Awaited<ReturnType<typeof readPurchase>>
  letterhead: Letterhead
  enteredBy: string | null
  currency: string
}

/** Describes a purchase record: a receiving report, or goods that come or go back. */
export function purchasePaper({ purchase, letterhead, enteredBy, currency }: Source): Paper {
  const { lines, totalCost } = purchase
  const day = (value: string | null) => (value ? dayText(value) : null)
  return {
    letterhead,
    title: paperTitle(purchase.kind),
    dated: purchase.dateAdded,
    head: [
      { text: purchase.poNo, look: 'number' },
      ...(purchase.status === 'active' ? [] : [{ text: 'CANCELLED', look: 'mark' as const }]),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Supplier', purchase.supplier],
          ['Customer', purchase.customer?.name ?? null],
          ['PO no.', purchase.poNo],
          ['Supplier invoice no.', purchase.invoiceNo],
          ['Invoice date', day(purchase.invoiceDate)],
          ['Delivery date', day(purchase.deliveryDate)],
          ['Credit memo', purchase.memo?.memoNo ?? null],
        ],
        amount: {
          label: 'Total cost',
          value: amountText(totalCost, currency),
          items: [['Date', dayText(purchase.dateAdded)]],
        },
      },
      paperTable(lines, columnsOf(lines, currency), {
        sums: [
          ...(lines.some(({ vatClass }) => vatClass)
            ? [sum('Input VAT', addMoney(...lines.map((line) => line.vat)))]
            : []),
          total('Total', totalCost, currency),
        ],
      }),
      signatures(
        { label: 'Prepared by', name: enteredBy },
        ...(purchase.kind === 'supplier_return'
          ? ['Released by', 'Received by the supplier']
          : ['Checked by', 'Received by']),
      ),
    ],
  }
}

/** Returns the columns of a paper: cases and pieces, all pieces × unit cost = amount. */
function columnsOf(lines: readonly PurchaseLine[], currency: string): PaperColumn<PurchaseLine>[] {
  const figures = figureColumn<PurchaseLine>
  return [
    { header: '#', cell: (line) => String(line.lineNo) },
    { header: 'Code', whole: true, cell: (line) => line.materialCode },
    { header: 'Description', share: 0.4, cell: (line) => line.description },
    ...quantityColumns<PurchaseLine>((line) => line.caseConfig),
    figures('Unit cost', (line) => unitPrice(line.cost)),
    ...vatColumns(lines, ({ vatClass, vat }) => (vatClass ? { vatClass, amount: vat } : null)),
    figures(`Amount (${currency})`, (line) => amountText(line.amount)),
  ]
}
