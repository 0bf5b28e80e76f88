import { paths } from '~/paths'
import { formatDate } from '~/platform/values/dates'
import { agent, customer, so, store } from '../columns'
import type { Pivot, ReportColumn, ReportDefinition, ReportRow, ReportView } from '../definition'
import { drillDown } from '../drill'
import { inPeriodOf, PERIOD } from '../period'
import { orderBy } from '../sort'

const BASES = [
  { value: 'collected', label: 'Date collected' },
  { value: 'cr', label: 'CR date' },
  { value: 'drr', label: 'DRR date' },
  { value: 'cleared', label: 'Date cleared' },
]

const TYPES = [
  { value: '', label: 'All' },
  { value: 'cash', label: 'Cash' },
  { value: 'cheque', label: 'Cheque' },
  { value: 'bank_transfer', label: 'Bank transfer' },
  { value: 'withholding', label: 'Withholding' },
]

const APPROVALS = [
  { value: '', label: 'All' },
  { value: 'approved', label: 'Approved' },
  { value: 'pending', label: 'Pending' },
  { value: 'cancelled', label: 'Cancelled' },
]

const CLEARED = [
  { value: '', label: 'All' },
  { value: 'yes', label: 'Cleared' },
  { value: 'no', label: 'Uncleared' },
]

const ORDERS = [
  { value: 'date', label: 'Date or name' },
  { value: 'cr_no', label: 'CR no.' },
  { value: 'customer', label: 'Customer' },
  { value: 'amount', label: 'Highest amount' },
]

const SINGLY = ['grouped', 'grouped_drr', 'receipt']
const SORTED = ['receipt', 'agent', 'customer', 'day', 'month', 'drr']
const RECEIPTS = ['grouped', 'grouped_drr', 'type', 'pivot', ...SORTED]

const MARKS: Record<string, string> = {
  pending: 'Pending',
  cancelled: 'Cancelled',
  returned: 'Returned',
  replaced: 'Replaced',
  redeposited: 'Deposited again',
  reversed: 'Reversed',
  paid_back: 'Paid back',
  archive: 'Archived',
  missing: 'Missing',
  booklet: 'Another booklet',
  duplicate: 'Duplicate',
}

const PIVOT: Pivot = {
  dimensions: [
    { value: 'agent', label: 'Agent', filter: 'agent_id' },
    { value: 'month', label: 'Month', filter: 'month' },
    { value: 'manager', label: 'Manager' },
    { value: 'customer', label: 'Customer', filter: 'customer_id' },
    { value: 'type', label: 'Payment type', filter: 'type' },
    { value: 'bank', label: 'Bank' },
  ],
  measures: [
    { value: 'collected', label: 'Collected', type: 'money' },
    { value: 'returned', label: 'Returned', type: 'money' },
    { value: 'pending', label: 'Pending', type: 'money' },
    { value: 'receipts', label: 'Receipts', type: 'count' },
  ],
  lines: { level: 'receipt' },
}

/** Reports collections by type, and the part that has cleared. */
export const report: ReportDefinition = {
  path: paths.reports.report('collection'),
  title: 'Collection report',
  about: 'Collections by payment type, and amounts cleared.',
  order: 6,
  permission: 'reports.collection',
  source: 'report_collection',
  filters: [
    {
      kind: 'choice',
      name: 'basis',
      label: 'Date basis',
      options: () => BASES,
      levels: RECEIPTS,
    },
    ...PERIOD,
    { kind: 'choice', name: 'type', label: 'Payment type', options: () => TYPES, levels: RECEIPTS },
    {
      kind: 'choice',
      name: 'approval',
      label: 'Approval',
      options: () => APPROVALS,
      levels: RECEIPTS,
    },
    {
      kind: 'choice',
      name: 'cleared',
      label: 'Cleared',
      options: () => CLEARED,
      levels: RECEIPTS,
    },
    { kind: 'agent', name: 'agent_id', label: 'Agent', levels: RECEIPTS },
    { kind: 'customer', name: 'customer_id', label: 'Customer', levels: RECEIPTS },
    { kind: 'typed', name: 'drr_no', label: 'DRR no.', levels: RECEIPTS },
    { kind: 'flag', name: 'cancelled', label: 'Include cancelled', levels: RECEIPTS },
    orderBy(ORDERS, SORTED),
  ],
  levels: [
    {
      value: 'grouped',
      label: 'Receipts, by agent and date',
      counted: 'listed',
      groups: {
        named: ['agent_name'],
        rows: ['receipt', 'receipts'],
        name: ({ agent_name, on_date }, depth) =>
          depth === 0 ? String(agent_name) : formatDate(String(on_date)),
      },
    },
    {
      value: 'grouped_drr',
      label: 'Receipts, by DRR',
      counted: 'listed',
      groups: {
        named: ['drr_no'],
        rows: ['receipt', 'receipts'],
        name: ({ drr_no }) => (drr_no ? `DRR ${drr_no}` : 'No DRR'),
      },
    },
    { value: 'receipt', label: 'Receipts, ungrouped', counted: 'listed' },
    { value: 'agent', label: 'Agents', counted: 'agents' },
    { value: 'customer', label: 'Customers', counted: 'customers' },
    { value: 'day', label: 'Days', counted: 'days' },
    { value: 'month', label: 'Months', counted: 'months' },
    { value: 'drr', label: 'DRR', counted: 'drrs' },
    { value: 'type', label: 'By payment type', counted: 'types' },
    { value: 'numbers', label: 'Missing and duplicate CR numbers', counted: 'number_rows' },
  ],
  pivot: PIVOT,
  spare: ({ level }) =>
    SINGLY.includes(level)
      ? ['so_no', 'paid_by', 'pending', ...(level === 'grouped_drr' ? [] : ['drr_no'])]
      : ['drr_date'],
  sums: ({ level }) =>
    level === 'numbers' ? [] : [{ total: 'collected', of: [...BROUGHT, ...BACK] }],
  columns: ({ level }) => {
    if (level === 'numbers') return [...NUMBERS, ...ALARMS]
    const singly = SINGLY.includes(level)
    return [
      ...(singly ? perReceipt(level) : [...WHAT[level]!, ...COUNTS]),
      ...amounts(level),
      ...(singly ? STATE : [DAYS]),
      ...ALARMS,
    ]
  },
}

const cr: ReportColumn = {
  key: 'cr_no',
  header: 'CR no.',
  type: 'text',
  phone: 'title',
  link: ({ collection_id }) =>
    collection_id ? paths.treasury.collection(String(collection_id)) : null,
  mark: ({ kind }) => MARKS[String(kind)] ?? null,
}

function perReceipt(level: string): readonly ReportColumn[] {
  const sort = (value: string) => (level === 'receipt' ? value : undefined)
  return [
    { ...customer, phone: 'title', sort: sort('customer') },
    store,
    { ...agent, extra: true },
    { ...cr, phone: undefined, sort: sort('cr_no') },
    { key: 'cr_date', header: 'CR date', type: 'date', extra: true },
    { key: 'date_collected', header: 'Date', type: 'date', sort: sort('date') },
    { key: 'time_collected', header: 'Time', type: 'text', extra: true },
    { key: 'drr_no', header: 'DRR no.', type: 'text', phone: 'hide' },
    { key: 'drr_date', header: 'DRR date', type: 'date', extra: true },
    { ...so, link: undefined, phone: 'hide' },
    { key: 'invoice_no', header: 'Invoice no.', type: 'text', extra: true },
    { key: 'paid_by', header: 'Payment type', type: 'text' },
    { key: 'bank', header: 'Bank', type: 'text', extra: true },
    { key: 'cheque_no', header: 'Cheque no.', type: 'text', extra: true },
    { key: 'cheque_date', header: 'Cheque date', type: 'date', extra: true },
    { key: 'reference_no', header: 'Reference no.', type: 'text', extra: true },
  ]
}

/** The amounts that receipts bring, and those that are taken back: together they are what was collected. */
const BROUGHT = ['cash', 'cheque_cleared', 'cheque_uncleared', 'bank_transfer', 'withholding']
const BACK = ['returned', 'reversed', 'paid_back']

/** Returns the columns of amounts: first those that count, then those that do not. */
function amounts(level: string): readonly ReportColumn[] {
  const money = { type: 'money', total: true, sparse: true, phone: 'hide' } as const
  // A receipt says in a column of its own whether it has cleared.
  const byState = { extra: SINGLY.includes(level) }
  return [
    { ...money, key: 'cash', header: 'Cash', highlight: 1 },
    {
      ...{ ...money, key: 'cheques', header: 'Cheques', extra: !byState.extra },
      adds: ['cheque_cleared', 'cheque_uncleared'],
    },
    { ...money, ...byState, key: 'cheque_cleared', header: 'Cheque cleared', highlight: 1 },
    { ...money, ...byState, key: 'cheque_uncleared', header: 'Uncleared', highlight: 1 },
    { ...money, key: 'bank_transfer', header: 'Transfer', highlight: 1 },
    { ...money, key: 'withholding', header: 'EWT', highlight: 1 },
    // A receipt that was returned or reversed has a mark.
    { ...money, key: 'back', header: 'Returned, reversed', adds: BACK, tablet: 'hide' },
    { ...money, key: 'returned', header: 'Returned', highlight: 2, extra: true },
    { ...money, key: 'reversed', header: 'Reversed', highlight: 2, extra: true },
    { ...money, key: 'paid_back', header: 'Paid back', highlight: 2, extra: true },
    {
      key: 'collected',
      header: 'Collected',
      type: 'money',
      total: true,
      highlight: 1,
      sort: SORTED.includes(level) ? 'amount' : undefined,
    },
    { ...money, key: 'on_paper', header: 'Archived', highlight: 2, extra: true },
    { ...money, key: 'pending', header: 'Pending', highlight: 2 },
    { ...money, key: 'cancelled', header: 'Cancelled', highlight: 2, extra: true },
  ]
}

const DAYS: ReportColumn = {
  key: 'days_to_clear',
  header: 'Days to clear',
  type: 'number',
  digits: 1,
  total: true,
  phone: 'hide',
}

const STATE: readonly ReportColumn[] = [
  { key: 'is_cleared', header: 'Cleared', type: 'text', phone: 'hide', tablet: 'hide' },
  { key: 'cleared_on', header: 'Cleared on', type: 'date', extra: true },
  { key: 'state', header: 'Status', type: 'text', extra: true },
  { ...DAYS, digits: 0, total: false, extra: true },
]

/** The columns before the amounts of a level that sums receipts. */
const WHAT: Record<string, readonly ReportColumn[]> = {
  agent: [{ ...agent, phone: 'title', sort: 'date' }],
  customer: [{ ...customer, phone: 'title', sort: 'date' }, store],
  day: [{ key: 'on_date', header: 'Date', type: 'date', phone: 'title', sort: 'date' }],
  month: [{ key: 'month', header: 'Month', type: 'text', phone: 'title', sort: 'date' }],
  drr: [
    {
      key: 'drr_no',
      header: 'DRR no.',
      type: 'text',
      phone: 'title',
      none: 'No DRR',
      sort: 'date',
    },
    { key: 'drr_date', header: 'DRR date', type: 'date' },
  ],
  type: [{ key: 'paid_by', header: 'Payment type', type: 'text', phone: 'title' }],
}

const COUNTS: readonly ReportColumn[] = [
  { key: 'receipts', header: 'Receipts', type: 'count', total: true, link: receiptsOf },
]

/** Checks of the CR numbers of the whole period, at any level. */
const ALARMS: readonly ReportColumn[] = [
  { key: 'missing', header: 'Missing CR numbers', type: 'count', highlight: 2, figureOnly: true },
  {
    key: 'duplicates',
    header: 'Duplicate CR numbers',
    type: 'count',
    highlight: 2,
    figureOnly: true,
  },
]

const NUMBERS: readonly ReportColumn[] = [
  { ...cr, header: 'CR no.' },
  { key: 'last_no', header: 'To', type: 'text', none: ' ' },
  { key: 'numbers', header: 'Numbers', type: 'count', total: true },
  { key: 'before_no', header: 'Previous no.', type: 'text', none: ' ' },
  { key: 'after_no', header: 'Next no.', type: 'text', none: ' ' },
  { key: 'reason', header: 'Reason', type: 'text', none: ' ' },
  { key: 'on_date', header: 'CR date', type: 'date' },
  { ...customer, link: undefined, none: ' ' },
  { ...agent, none: ' ' },
]

/** Returns the address of the receipts that a row sums; null when no filter can select them. */
function receiptsOf(row: ReportRow, { filters }: ReportView): string | null {
  if (row.month || row.on_date) return inPeriodOf(filters, 'receipt', row)
  if (row.collection_type)
    return drillDown({ ...filters, type: String(row.collection_type) }, 'receipt', row, [])
  if (row.drr_no) return drillDown(filters, 'receipt', row, ['drr_no'])
  return row.agent_id || row.customer_id
    ? drillDown(filters, 'receipt', row, ['agent_id', 'customer_id'])
    : null
}
