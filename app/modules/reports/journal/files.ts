import { formatDate } from '~/platform/values/dates'
import { fromCents, isZero, money, toCents } from '~/platform/values/money'

/** A line of the journal, as a file for other accounting software needs it. */
export interface JournalLine {
  /** The lines with the same number are one entry. */
  entry: string
  day: string
  accountCode: string
  accountName: string
  /** The bank account, collector or cost center; null when the account has none. */
  part: string | null
  text: string
  party: string | null
  debit: string
  credit: string
}

type Cells = readonly string[]

interface JournalFile {
  format: string
  label: string
  /** It has every entry, never one a day: the program wants the customer of each line of accounts receivable. */
  entriesAlone?: true
  head: Cells
  row(line: JournalLine, first: boolean): Cells
}

/** Lists the file formats of the journal: the columns that each program imports. */
export const JOURNAL_FILES: readonly JournalFile[] = [
  {
    format: 'csv',
    label: 'Journal CSV',
    head: ['Entry', 'Date', 'Code', 'Account', 'Of', 'Text', 'With', 'Debit', 'Credit'],
    row: (line) => [
      line.entry,
      formatDate(line.day),
      line.accountCode,
      line.accountName,
      line.part ?? '',
      line.text,
      line.party ?? '',
      ...sides(line),
    ],
  },
  {
    format: 'quickbooks',
    label: 'QuickBooks',
    entriesAlone: true,
    head: ['JournalNo', 'JournalDate', 'AccountName', 'Debits', 'Credits', 'Description', 'Name'],
    row: (line) => [
      line.entry,
      formatDate(line.day),
      // A sub-account is named with its parent account.
      [line.accountName, line.part].filter(Boolean).join(':'),
      ...sides(line),
      line.text,
      line.party ?? '',
    ],
  },
  {
    format: 'xero',
    label: 'Xero',
    head: ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
    row: (line) => [
      `Journal ${line.entry}`,
      dayFirst(line.day),
      [line.text, line.part ?? line.party].filter(Boolean).join(', '),
      line.accountCode,
      'Tax Exempt',
      fromCents(toCents(money(line.debit)) - toCents(money(line.credit))),
    ],
  },
  {
    format: 'odoo',
    label: 'Odoo',
    head: [
      'ref',
      'date',
      'line_ids/account_id',
      'line_ids/name',
      'line_ids/debit',
      'line_ids/credit',
    ],
    // The first line of an entry has its number and date, the others belong to it.
    row: (line, first) => [
      first ? line.entry : '',
      first ? line.day : '',
      line.accountCode,
      [line.text, line.part ?? line.party].filter(Boolean).join(', '),
      line.debit,
      line.credit,
    ],
  },
]

/** Returns debit and credit; the empty side is left out. */
function sides({ debit, credit }: JournalLine): Cells {
  return isZero(money(debit)) ? ['', credit] : [debit, '']
}

/** Formats a day as `DD/MM/YYYY`. */
function dayFirst(day: string): string {
  const [year, month, date] = day.split('-')
  return `${date}/${month}/${year}`
}

/** Returns the cells of a file, with its column names. */
export function journalCells({ head, row }: JournalFile, lines: readonly JournalLine[]): Cells[] {
  return [head, ...lines.map((line, at) => row(line, line.entry !== lines[at - 1]?.entry))]
}
