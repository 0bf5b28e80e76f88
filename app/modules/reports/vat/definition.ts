import { paths } from '~/paths'
import type { ReportColumn, ReportDefinition, ReportRow, ReportView } from '../definition'
import { documentOf } from '../journal/documents'
import { inPeriodOf, periodOf } from '../period'

/** Shows output VAT by class, input VAT and taxes withheld, as the journal has them. */
export const report: ReportDefinition = {
  path: paths.reports.report('vat'),
  title: 'VAT',
  about: 'Output VAT by class, input VAT and taxes withheld, month by month.',
  order: 15,
  permission: 'journal.read',
  source: 'report_vat',
  filters: periodOf(2),
  levels: [
    { value: 'month', label: 'Months', counted: 'months' },
    { value: 'class', label: 'Months by class', counted: 'classes' },
    { value: 'document', label: 'Documents', counted: 'documents' },
  ],
  hasTotal: (level) => level !== 'document',
  sums: () => [{ total: 'payable', of: ['output_vat', '-memos_vat', '-input_vat'] }],
  columns: ({ level }) =>
    level === 'class'
      ? [...CLASS, ...FIGURES.map((column) => ({ ...column, figureOnly: true }))]
      : [...(level === 'month' ? [MONTH] : DOCUMENT), ...FIGURES],
  actions: () => [
    { label: 'Journal', to: paths.reports.report('journal') },
    { label: 'Trial balance', to: paths.reports.report('trial_balance') },
  ],
}

const MONTH: ReportColumn = {
  key: 'month',
  header: 'Month',
  type: 'text',

  phone: 'title',
  link: (row, { filters }) => inPeriodOf(filters, 'document', row),
}

const CLASS: readonly ReportColumn[] = [
  MONTH,
  { key: 'what', header: 'Description', type: 'text' },
  { key: 'net', header: 'Net of VAT', type: 'money', sparse: true },
  { key: 'tax', header: 'Tax', type: 'money', sparse: true },
]

const DOCUMENT: readonly ReportColumn[] = [
  { key: 'on_date', header: 'Date', type: 'date' },
  { key: 'what', header: 'Description', type: 'text', extra: true },
  { key: 'document_no', header: 'Document', type: 'text', link: documentOf },
  { key: 'reference_no', header: 'Reference no.', type: 'text', extra: true },
  { key: 'party', header: 'Name', type: 'text', extra: true, phone: 'title' },
]

const MONEY = { type: 'money', total: true, sparse: true } as const

const FIGURES: readonly ReportColumn[] = [
  { ...MONEY, key: 'vatable', header: 'VATable sales' },
  { ...MONEY, key: 'exempt', header: 'Exempt sales', phone: 'hide', tablet: 'hide' },
  { ...MONEY, key: 'zero_rated', header: 'Zero-rated sales', extra: true, phone: 'hide' },
  { ...MONEY, key: 'memos', header: 'Credit memos', extra: true, phone: 'hide' },
  { ...MONEY, key: 'bought', header: 'VATable purchases', phone: 'hide', tablet: 'hide' },
  { ...MONEY, key: 'bought_other', header: 'Other purchases', extra: true, phone: 'hide' },
  { ...MONEY, key: 'output_vat', header: 'Output VAT', phone: 'hide', highlight: 1 },
  { ...MONEY, key: 'memos_vat', header: 'VAT of credit memos', phone: 'hide', highlight: 1 },
  { ...MONEY, key: 'input_vat', header: 'Input VAT', phone: 'hide', highlight: 1 },
  { ...MONEY, key: 'payable', header: 'VAT payable', highlight: 1, link: journalOf },
  { ...MONEY, key: 'creditable', header: 'Withheld by customers', extra: true, highlight: 2 },
  { ...MONEY, key: 'withheld', header: 'Withheld from suppliers', extra: true, highlight: 2 },
]

/** Returns the accounts of the journal of a month, which have the same taxes. */
function journalOf(row: ReportRow, { level, filters }: ReportView): string | null {
  if (level !== 'month') return null
  return `${paths.reports.report('trial_balance')}${inPeriodOf(filters, 'account', row)}`
}
