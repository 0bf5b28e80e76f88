import { collectionType } from '~/modules/receivables/collection-types'
import type { Letterhead, Paper, TableBlock } from '~/platform/papers/paper'
import { amountText, dayText, paperTable, signatures, sum, total } from '~/platform/papers/texts'
import { varianceWord } from '~/platform/values/cash-count'
import { denominationText } from '~/platform/values/denominations'
import { addMoney } from '~/platform/values/money'
import type { RemittanceDocument } from './document.server'

interface Source {
  remittance: RemittanceDocument
  people: { collector: string; receivedBy: string | null }
  letterhead: Letterhead
  timeZone: string
  drrLabel: string
  currency: string
  copies?: number
}

/** Describes a remittance for collector and cashier to sign: receipts, cheques, cash count and totals. */
export function remittancePaper(source: Source): Paper {
  const { remittance, people, letterhead, timeZone, drrLabel, currency, copies } = source
  return {
    letterhead,
    title: 'Remittance report',
    copies,
    dated: remittance.on,
    head: [
      { text: `${drrLabel} ${remittance.no}`, look: 'number' },
      ...(remittance.status === 'cancelled' ? [{ text: 'CANCELLED', look: 'mark' as const }] : []),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Collector', people.collector],
          ['Remitted', dayText(remittance.on)],
          ['Received by', people.receivedBy],
          ['Received', dayText(remittance.receivedAt, timeZone)],
          ['Remarks', remittance.remarks],
        ],
      },
      receiptsOf(remittance, currency),
      ...chequesOf(remittance, currency),
      ...cashOf(remittance, currency),
      signatures(
        `Remitted by ${people.collector}`,
        `Received by ${people.receivedBy ?? ''}`,
        'Checked by',
      ),
    ],
  }
}

function receiptsOf(remittance: RemittanceDocument, currency: string): TableBlock {
  const { receipts, expected, cheques, others } = remittance
  return paperTable(
    receipts,
    [
      { header: 'CR no.', whole: true, cell: (row) => row.crNo },
      { header: 'Collected', cell: (row) => dayText(row.on) },
      { header: 'Customer', share: 0.5, cell: (row) => row.customer },
      { header: 'Type', cell: (row) => collectionType(row.type) },
      { header: `Amount (${currency})`, align: 'end', cell: (row) => amountText(row.amount) },
    ],
    {
      sums: [
        sum('Cash', expected),
        sum('Cheques', cheques),
        ...(others === '0.00' ? [] : [sum('Transfers, withholding tax', others)]),
        total('Total receipts', addMoney(expected, cheques, others)),
      ],
    },
  )
}

function chequesOf({ receipts }: RemittanceDocument, currency: string): TableBlock[] {
  const cheques = receipts.filter(({ cheque }) => cheque)
  if (cheques.length === 0) return []
  return [
    paperTable(cheques, [
      { header: 'Cheque of', share: 0.5, cell: (row) => row.cheque?.bank ?? null },
      { header: 'Cheque no.', whole: true, cell: (row) => row.cheque?.no ?? null },
      { header: 'Dated', cell: (row) => dayText(row.cheque?.date ?? null) },
      { header: 'CR no.', whole: true, cell: (row) => row.crNo },
      { header: `Amount (${currency})`, align: 'end', cell: (row) => amountText(row.amount) },
    ]),
  ]
}

function cashOf(remittance: RemittanceDocument, currency: string): TableBlock[] {
  const { cash, counted, expected, variance, varianceReason } = remittance
  const word = varianceWord(variance)
  if (cash.length === 0 && expected === '0.00') return []
  return [
    paperTable(
      cash,
      [
        { header: 'Cash', align: 'end', cell: (line) => denominationText(line.value) },
        { header: 'Qty', align: 'end', cell: (line) => String(line.pieces) },
        { header: `Amount (${currency})`, align: 'end', cell: (line) => amountText(line.amount) },
      ],
      {
        narrow: true,
        sums: [
          total('Cash counted', counted),
          sum('Cash receipts', expected),
          ...(word ? [sum(`${word}: ${varianceReason}`, variance)] : []),
        ],
      },
    ),
  ]
}
