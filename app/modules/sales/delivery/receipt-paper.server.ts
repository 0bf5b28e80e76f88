import { letterheadOf } from '~/modules/logos/letterhead.server'
import type { Paper } from '~/platform/papers/paper'
import {
  amountText,
  dayText,
  figureColumn,
  NOT_FOR_INPUT_TAX,
  paperTable,
  signatures,
  sum,
  total,
} from '~/platform/papers/texts'
import { formatQuantity } from '~/platform/values/quantity'
import { goodsColumns } from '../goods-lines.server'
import type { DeliveryReceipt } from './queries.server'

type Line = DeliveryReceipt['lines'][number] & { quantity: number }

/** Describes a delivery receipt, which the customer signs. Every amount comes from the database. */
export function deliveryReceiptPaper(receipt: DeliveryReceipt, copies?: number): Paper {
  const { on } = receipt
  const { currency } = receipt.letterhead
  const lines = receipt.lines.map((line): Line => ({ ...line, quantity: line.now }))
  return {
    letterhead: letterheadOf(receipt.letterhead),
    title: 'Delivery receipt',
    copies,
    dated: on ?? receipt.date_added,
    head: [
      { text: receipt.dr_no ?? 'DR no. assigned on delivery', look: 'number' },
      ...(on ? [{ text: dayText(on) }] : []),
      ...(receipt.on_hold && !on ? [{ text: 'ON HOLD', look: 'mark' as const }] : []),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Deliver to', receipt.customer_name],
          ['Order', receipt.so_no],
          ['Store', receipt.store_name],
          ['Address', receipt.deliver_to],
          ['Agent', receipt.agent],
          ['Area', receipt.area],
          ['Remarks', receipt.remarks],
        ],
        amount: {
          label: on ? 'Delivered' : 'To deliver',
          value: amountText(receipt.amount, currency),
          items: [
            ['Invoice', receipt.invoice_no],
            ['Ordered', dayText(receipt.date_added)],
          ],
        },
      },
      goodsOf(receipt, lines, currency),
      ...(lines.some((line) => line.vat_on_top)
        ? [note('Amounts include VAT added to the unit prices.')]
        : []),
      note('Count the goods before signing. Note any shortages here.'),
      NOT_FOR_INPUT_TAX,
      signatures('Released by', 'Delivered by', 'Received by', 'Date'),
    ],
  }
}

const note = (text: string) => ({ kind: 'text', text, look: 'note', close: true }) as const

function goodsOf(receipt: DeliveryReceipt, lines: readonly Line[], currency: string) {
  const pieces = (header: string, of: (line: Line) => number) =>
    figureColumn<Line>(header, (line) => formatQuantity(of(line), line.case_config))
  const columns = goodsColumns(lines, currency, [
    pieces('Ordered', (line) => line.ordered),
    ...(lines.some(({ before }) => before > 0)
      ? [pieces('Delivered before', (line) => line.before)]
      : []),
  ])
  return paperTable(lines, columns, {
    sums: [
      ...(receipt.discount === '0.00' ? [] : [sum('Discounts included', receipt.discount)]),
      total('Total', receipt.amount, currency),
    ],
  })
}
