import type { Letterhead, Paper, Sum } from '~/platform/papers/paper'
import {
  amountText,
  dayText,
  type PaperColumn,
  paperTable,
  signatures,
  sum,
  total,
  wordsBlock,
} from '~/platform/papers/texts'
import { addMoney } from '~/platform/values/money'
import { vatClassLabel } from '~/platform/values/vat'
import type { VoucherDocument, VoucherLine } from '../document.server'
import { modeLabel } from '../modes'

interface Source {
  voucher: VoucherDocument
  /** The names of the users who created and approved the voucher. */
  people: { createdBy: string | null; approvedBy: string | null }
  letterhead: Letterhead
  currency: string
}

/** Describes the voucher for signing and filing. All amounts come from the database. */
export function voucherPaper({ voucher, people, letterhead, currency }: Source): Paper {
  const mark = markOf(voucher)
  return {
    letterhead,
    title: 'Disbursement voucher',
    copies: voucher.status === 'cancelled' ? 0 : voucher.copies,
    dated: voucher.dateAdded,
    head: [
      { text: `No. ${voucher.voucherNo}`, look: 'number' },
      { text: dayText(voucher.dateAdded) },
      ...(mark ? [{ text: mark, look: 'mark' as const }] : []),
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Pay to', voucher.payTo],
          ['Account no.', voucher.payToAccountNo ?? '–'],
          ['Category', voucher.category ?? '–'],
          ['Invoice', voucher.invoiceNo ?? '–'],
          ['Classification', voucher.classification ?? '–'],
          [
            'Bank',
            voucher.bank
              ? [`${voucher.bank} `, { text: voucher.bankAccountNo ?? '', figure: true }]
              : null,
          ],
          [
            'Cheque',
            voucher.chequeNo
              ? [{ text: voucher.chequeNo, figure: true }, ' dated ', dayText(voucher.chequeDate)]
              : null,
          ],
        ],
        amount: {
          label: 'Net amount payable',
          value: amountText(voucher.net, currency),
          items: [['Mode', modeLabel(voucher.mode)]],
        },
      },
      ...(voucher.description ? [{ kind: 'text', text: voucher.description } as const] : []),
      paperTable(voucher.lines, columnsOf(voucher, currency), { sums: sumsOf(voucher, currency) }),
      ...wordsBlock(voucher.net, currency),
      signatures(
        { label: 'Prepared by', name: people.createdBy },
        { label: 'Approved by', name: people.approvedBy },
        {
          label: 'Released by',
          name: voucher.releaser?.name,
          office: voucher.releaser?.designation,
        },
        'Received by',
        'Date received',
      ),
    ],
  }
}

const hasVat = ({ lines }: VoucherDocument) => lines.some(({ vatClass }) => vatClass !== null)

function columnsOf(voucher: VoucherDocument, currency: string): PaperColumn<VoucherLine>[] {
  return [
    { header: 'Particulars', share: 0.5, cell: (line) => line.description },
    {
      header: 'Cost center',
      cell: (line) => [line.costCenter, line.accountNumber].filter(Boolean).join(' · ') || '–',
    },
    ...(hasVat(voucher)
      ? [
          {
            header: 'Input VAT',
            align: 'end' as const,
            cell: ({ vatClass, vat }: VoucherLine) => {
              if (vatClass === 'vatable') return amountText(vat)
              return vatClass ? vatClassLabel(vatClass) : '–'
            },
          },
        ]
      : []),
    { header: `Amount (${currency})`, align: 'end', cell: (line) => amountText(line.amount) },
  ]
}

function sumsOf(voucher: VoucherDocument, currency: string): Sum[] {
  const vat = hasVat(voucher)
    ? [sum('Input VAT', addMoney(...voucher.lines.map((line) => line.vat)))]
    : []
  if (voucher.ewt === '0.00') return [...vat, total('Total', voucher.total)]
  return [
    ...vat,
    sum('Total', voucher.total),
    sum('Less withholding tax (EWT)', voucher.ewt),
    total('Net amount payable', voucher.net, currency),
  ]
}

/** Marks a print as draft or cancelled, so that it is not taken for the original. */
function markOf({ status, copies }: VoucherDocument): string | null {
  if (status === 'cancelled') return 'CANCELLED'
  return copies === 0 ? 'DRAFT' : null
}
