import type { Letterhead, Paper } from '~/platform/papers/paper'
import { amountText, dayText, paperTable, signatures } from '~/platform/papers/texts'
import { formatQuantity } from '~/platform/values/quantity'
import { badOrderKind } from './labels'
import type { BadOrder } from './queries.server'

interface Source {
  record: BadOrder
  letterhead: Letterhead
  currency: string
}

/** Describes a record of bad orders, for those who hand over and take the goods. */
export function badOrderPaper({ record, letterhead, currency }: Source): Paper {
  const mark = record.status === 'cancelled' ? 'CANCELLED' : 'NOT APPROVED'
  return {
    letterhead,
    title: badOrderKind(record.kind),
    dated: record.on_date,
    head: [
      { text: record.record_no, look: 'number' },
      { text: dayText(record.on_date) },
      ...(record.status === 'approved' ? [] : [{ text: mark, look: 'mark' as const }]),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Reason', record.reason],
          ['Written off', record.cost === null ? null : amountText(record.cost, currency)],
        ],
      },
      paperTable(record.lines, [
        { header: 'Code', whole: true, cell: (row) => row.code },
        { header: 'Description', share: 0.5, cell: (row) => row.description },
        {
          header: 'Quantity',
          align: 'end',
          cell: (row) => formatQuantity(row.quantity, row.caseConfig),
        },
        { header: 'Total pc', align: 'end', cell: (row) => row.quantity.toLocaleString('en-US') },
      ]),
      signatures(
        { label: 'Entered by', name: record.by },
        { label: 'Approved by', name: record.approvedBy },
        'Received by',
      ),
    ],
  }
}
