import { paths } from '~/paths'
import type { ReportColumn, ReportDefinition, ReportRow } from '../definition'
import { PERIOD } from '../period'
import { documentOf } from './documents'
import { JOURNAL_FILES } from './files'

/** Shows the ledgers and the released vouchers as double entries. */
export const report: ReportDefinition = {
  path: paths.reports.report('journal'),
  title: 'Journal',
  about: 'All debits and credits, with export files for accounting software.',
  order: 13,
  permission: 'journal.read',
  source: 'report_journal',
  filters: [...PERIOD, { kind: 'list', name: 'account', label: 'Account', of: 'accounts' }],
  levels: [
    { value: 'line', label: 'Entries', counted: 'lines', parts: 'entry_no' },
    { value: 'day', label: 'Accounts by day', counted: 'day_accounts' },
    { value: 'account', label: 'Accounts', counted: 'accounts' },
  ],
  hasTotal: () => true,
  sums: ({ filters }) =>
    filters.account ? [] : [{ total: 'debit', of: ['credit'], only: 'total' }],
  columns: ({ level }) => [
    ...(level === 'line' ? ENTRY : []),
    ...(level === 'day' ? [DATE] : []),
    {
      key: 'account_code',
      header: 'Code',
      type: 'text',
      tablet: level === 'line' ? 'hide' : undefined,
    },
    { key: 'account_name', header: 'Account', type: 'text', phone: 'title', link: entriesOf },
    { key: 'part_name', header: 'Details', type: 'text', extra: true },
    { key: 'debit', header: 'Debit', type: 'money', total: true, highlight: 1, sparse: true },
    { key: 'credit', header: 'Credit', type: 'money', total: true, highlight: 1, sparse: true },
  ],
  actions: ({ filters }) => [
    ...JOURNAL_FILES.map(({ format, label }) => ({
      label,
      to: `${paths.reports.journalFile}?${new URLSearchParams({ ...filters, format })}`,
    })),
    { label: 'Chart of accounts', to: paths.accounting.accounts },
  ],
}

const DATE: ReportColumn = { key: 'on_date', header: 'Date', type: 'date' }

const ENTRY: readonly ReportColumn[] = [
  DATE,
  { key: 'entry_no', header: 'Entry', type: 'text' },
  { key: 'what', header: 'Description', type: 'text', grow: true, none: 'Entry' },
  {
    key: 'document_no',
    header: 'Document',
    type: 'text',
    prefix: ({ document_kind }) => (document_kind === 'voucher' ? 'No. ' : ''),
    link: documentOf,
  },
  { key: 'party', header: 'Name', type: 'text', extra: true },
]

/** Returns the entries of a row's account in the period of the report. */
function entriesOf(
  { account, level }: ReportRow,
  { filters }: { filters: Readonly<Record<string, string>> },
): string | null {
  if (level === 'line') return null
  return `?${new URLSearchParams({ ...filters, level: 'line', account: String(account) })}`
}
