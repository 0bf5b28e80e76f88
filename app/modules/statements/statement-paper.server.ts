import { termsText } from '~/modules/customers/components/CreditLine'
import type { PrintedAs } from '~/modules/prints/printed'
import { NET_OF_CHEQUES, owedAmount, owedName, RECEIVABLES } from '~/modules/receivables/terms'
import type { Letterhead, Paper, PaperBlock, TableBlock } from '~/platform/papers/paper'
import {
  amountText,
  dayText,
  owedText,
  type PaperColumn,
  paperTable,
  paymentBlock,
  sum,
  total,
} from '~/platform/papers/texts'
import { chequeState, chequesName, describeEntry, describePeriod } from './labels'
import type { Statement, StatementCustomer, StatementEntry } from './queries.server'

interface Source {
  customer: StatementCustomer
  statement: Statement
  buckets: readonly { name: string; amount: StatementEntry['balance'] }[]
  letterhead: Letterhead
  currency: string
  printed: PrintedAs
}

/** Describes one customer's statement of account, alone or with those of others. */
export function statementPaper(source: Source): Paper {
  const { customer, statement, letterhead, currency, printed } = source
  const { closing } = statement
  return {
    letterhead,
    title: 'Statement of account',
    label: `Statement of account of ${customer.name}`,
    foot: printed.text,
    dated: statement.to,
    head: [
      { text: describePeriod(statement), look: 'muted' },
      { text: printed.text, look: 'small' },
    ],
    blocks: [
      {
        kind: 'facts',
        items: [
          ['Customer', customer.name],
          ['Store', customer.storeName],
          ['Address', customer.address],
          ['TIN', customer.tinNo],
        ],
        amount: {
          label: owedName(RECEIVABLES, closing),
          value: amountText(owedAmount(closing), currency),
          items: [
            ['Terms', termsText(customer.termsDays)],
            ['Statement date', dayText(statement.to)],
          ],
        },
      },
      entriesOf(statement, currency),
      ageingOf(source),
      ...notesOf(statement),
      ...paymentBlock(letterhead),
    ],
  }
}

type Row = StatementEntry | { index: -1; balance: StatementEntry['balance'] }

/** Returns the entries, from the balance at the beginning to what remains. */
function entriesOf(statement: Statement, currency: string): TableBlock {
  const { opening, entries, closing, cheques, uncleared, remaining } = statement
  const isEntry = (row: Row): row is StatementEntry => row.index >= 0
  const moved = (header: string, of: (row: StatementEntry) => StatementEntry['charge']) => ({
    header,
    align: 'end' as const,
    cell: (row: Row) => (isEntry(row) && of(row) !== '0.00' ? amountText(of(row)) : null),
  })
  const columns: PaperColumn<Row>[] = [
    { header: 'Date', cell: (row) => (isEntry(row) ? dayText(row.on) : null) },
    { header: 'Document', whole: true, cell: (row) => (isEntry(row) ? row.no : null) },
    {
      header: 'Details',
      share: 0.5,
      cell: (row) => (isEntry(row) ? describeEntry(row) : 'Beginning balance'),
    },
    moved('Charges', (row) => row.charge),
    moved('Credits', (row) => row.credit),
    { header: `Balance (${currency})`, align: 'end', cell: (row) => owedText(row.balance) },
  ]
  return paperTable<Row>([{ index: -1, balance: opening }, ...entries], columns, {
    sums: [
      total(owedName(RECEIVABLES, closing), owedAmount(closing)),
      ...(cheques.length === 0
        ? []
        : [
            sum(chequesName(statement), uncleared),
            sum(owedName(NET_OF_CHEQUES, remaining), owedAmount(remaining)),
          ]),
    ],
  })
}

/** Returns the amount due by age, in one row. */
const ageingOf = ({ buckets }: Source): TableBlock =>
  paperTable(
    [buckets],
    buckets.map(({ name, amount }) => ({
      header: name,
      align: 'end',
      cell: () => amountText(amount),
    })),
  )

/** Names cheques that have not cleared, and what is delivered and not invoiced. */
function notesOf({ cheques, notInvoiced }: Statement): PaperBlock[] {
  const named = cheques.flatMap((cheque, index) => [
    index > 0 ? '; ' : '',
    `${cheque.bank} ${cheque.cheque} dated `,
    dayText(cheque.dated),
    `, ${chequeState(cheque).toLowerCase()}, `,
    amountText(cheque.amount),
  ])
  return [
    ...(cheques.length > 0
      ? [{ kind: 'text', label: 'Uncleared cheques', text: named, look: 'note' } as const]
      : []),
    ...(notInvoiced.length > 0
      ? [
          {
            kind: 'text',
            label: 'Delivered, not invoiced yet and not in the balance',
            text: notInvoiced.map(({ soNo }) => soNo).join(', '),
            look: 'note',
          } as const,
        ]
      : []),
  ]
}
