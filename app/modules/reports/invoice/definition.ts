import { NET_OF_CHEQUES } from '~/modules/receivables/terms'
import { paths } from '~/paths'
import { formatDate } from '~/platform/values/dates'
import { agent, bookingAddress, customer, so, store } from '../columns'
import type { ReportColumn, ReportDefinition } from '../definition'
import { drillDown } from '../drill'
import { inPeriodOf, PERIOD } from '../period'
import { orderBy } from '../sort'

const YES_NO = [
  { value: '', label: 'All' },
  { value: 'yes', label: 'Delivered' },
  { value: 'no', label: 'Undelivered' },
]

const PAID = [
  { value: '', label: 'All' },
  { value: 'unpaid', label: 'Unpaid' },
  { value: 'paid', label: 'Paid' },
]

const ORDERS = [
  { value: 'date', label: 'Date or name' },
  { value: 'number', label: 'Invoice no.' },
  { value: 'customer', label: 'Customer' },
  { value: 'gross', label: 'Highest gross' },
  { value: 'balance', label: 'Highest, net of uncleared cheques' },
]

/** The levels whose rows are invoices; the constants after it add levels with sums. */
const SINGLY = ['grouped', 'grouped_agent', 'invoice']
const SORTED = ['invoice', 'day', 'month', 'agent', 'customer']
const INVOICES = ['grouped', 'grouped_agent', ...SORTED]

const KINDS: Record<string, string> = {
  cancelled: 'Cancelled',
  cancellation: 'Cancellation',
  release: 'Not delivered',
  opening: 'Opening',
  debit_memo: 'Debit memo',
  missing: 'Missing',
  booklet: 'Another booklet',
  changed: 'Changed',
}

const INVOICE = ['invoice', 'invoices'] as const

/** Reports invoices, and missing and voided numbers. */
export const report: ReportDefinition = {
  path: paths.reports.report('invoice'),
  title: 'Invoice report',
  about: 'Invoices, VAT and missing numbers.',
  order: 2,
  permission: 'reports.invoice',
  source: 'report_invoice',
  filters: [
    ...PERIOD,
    { kind: 'agent', name: 'agent_id', label: 'Agent', levels: [...INVOICES, 'unnumbered'] },
    {
      kind: 'customer',
      name: 'customer_id',
      label: 'Customer',
      levels: [...INVOICES, 'unnumbered'],
    },
    { kind: 'choice', name: 'paid', label: 'Paid', options: () => PAID, levels: INVOICES },
    {
      kind: 'choice',
      name: 'delivered',
      label: 'Delivered',
      options: () => YES_NO,
      levels: INVOICES,
    },
    { kind: 'flag', name: 'renumbered', label: 'Number changed', levels: INVOICES },
    {
      kind: 'flag',
      name: 'others',
      label: 'Include debit memos and opening balances',
      levels: INVOICES,
    },
    orderBy(ORDERS, SORTED),
  ],
  levels: [
    {
      value: 'grouped',
      label: 'Invoices, by date',
      counted: 'listed',
      groups: {
        named: ['on_date'],
        rows: INVOICE,
        name: ({ on_date }) => formatDate(String(on_date)),
      },
    },
    {
      value: 'grouped_agent',
      label: 'Invoices, by agent',
      counted: 'listed',
      groups: {
        named: ['agent_name'],
        rows: INVOICE,
        name: ({ agent_name }) => String(agent_name),
      },
    },
    { value: 'invoice', label: 'Invoices, ungrouped', counted: 'listed' },
    { value: 'day', label: 'Days', counted: 'days' },
    { value: 'month', label: 'Months', counted: 'months' },
    { value: 'agent', label: 'Agents', counted: 'agents' },
    { value: 'customer', label: 'Customers', counted: 'customers' },
    { value: 'numbers', label: 'Missing and voided numbers', counted: 'number_rows' },
    { value: 'unnumbered', label: 'Delivered, not invoiced', counted: 'unnumbered' },
  ],
  spare: () => ['tin_no'],
  sums: ({ level }) =>
    INVOICES.includes(level)
      ? [
          { total: 'net', of: ['gross', '-discount'] },
          { total: 'balance', of: ['net', '-credited', '-collected'] },
        ]
      : [],
  columns: ({ level }) => {
    const own = columnsOf(level)
    return [...own, ...FIGURES.filter(({ key }) => !own.some((column) => column.key === key))]
  },
}

/** Returns the columns of a level's rows. */
function columnsOf(level: string): readonly ReportColumn[] {
  if (level === 'numbers') return NUMBERS
  if (level === 'unnumbered') return UNNUMBERED
  const singly = SINGLY.includes(level)
  const sort = (value: string) => (SORTED.includes(level) ? value : undefined)
  return [
    ...(singly ? perInvoice(level) : [...WHAT[level]!, ...COUNTS]),
    ...(level === 'day' || level === 'month' ? RANGE : []),
    {
      key: 'gross',
      header: 'Gross',
      type: 'money',
      total: true,
      highlight: 1,
      tablet: singly ? 'hide' : undefined,
      sort: sort('gross'),
    },
    {
      key: 'discount',
      header: 'Discount',
      type: 'money',
      total: true,
      sparse: true,
      phone: 'hide',
      tablet: singly ? 'hide' : undefined,
    },
    { key: 'net', header: 'Net', type: 'money', total: true, highlight: 1, phone: 'hide' },
    {
      key: 'credited',
      header: 'Credited',
      type: 'money',
      total: true,
      sparse: true,
      phone: 'hide',
    },
    {
      key: 'collected',
      header: 'Collected',
      type: 'money',
      total: true,
      sparse: true,
      highlight: 1,
    },
    {
      key: 'balance',
      header: NET_OF_CHEQUES,
      type: 'money',
      total: true,
      highlight: 1,
      sort: sort('balance'),
    },
    ...CLASSES,
    {
      key: 'cancelled',
      header: 'Cancelled',
      type: 'money',
      total: true,
      sparse: true,
      phone: 'hide',
      extra: true,
    },
    ...(singly ? DELIVERED : []),
  ]
}

function perInvoice(level: string): readonly ReportColumn[] {
  const flat = level === 'invoice'
  return [
    { ...customer, phone: 'title', sort: flat ? 'customer' : undefined },
    store,
    { ...agent, extra: true },
    {
      key: 'invoice_no',
      header: 'Invoice no.',
      type: 'text',
      link: bookingAddress,
      mark: ({ kind, renumbered_on }) =>
        KINDS[String(kind)] ?? (renumbered_on ? 'Number changed' : null),
      sort: flat ? 'number' : undefined,
    },
    { ...so, link: undefined, extra: true },
    { key: 'on_date', header: 'Date', type: 'date', sort: flat ? 'date' : undefined },
    { key: 'renumbered_on', header: 'Number changed', type: 'date', extra: true },
    { key: 'tin_no', header: 'TIN', type: 'text', phone: 'hide' },
    { key: 'business_style', header: 'Business style', type: 'text', extra: true },
  ]
}

const DELIVERED: readonly ReportColumn[] = [
  {
    key: 'date_delivered',
    header: 'Delivered',
    type: 'date',
    none: 'Undelivered',
    tablet: 'hide',
  },
]

/** The columns before the amounts of a level that sums invoices. */
const WHAT: Record<string, readonly ReportColumn[]> = {
  day: [{ key: 'on_date', header: 'Date', type: 'date', phone: 'title', sort: 'date' }],
  month: [{ key: 'month', header: 'Month', type: 'text', phone: 'title', sort: 'date' }],
  agent: [{ ...agent, phone: 'title', sort: 'date' }],
  customer: [
    { ...customer, phone: 'title', sort: 'date' },
    store,
    { key: 'tin_no', header: 'TIN', type: 'text', extra: true },
  ],
}

const COUNTS: readonly ReportColumn[] = [
  {
    key: 'invoices',
    header: 'Invoices',
    type: 'count',
    total: true,
    highlight: 2,
    link: (row, { filters }) =>
      row.month || row.on_date
        ? inPeriodOf(filters, 'invoice', row)
        : drillDown(filters, 'invoice', row, ['agent_id', 'customer_id']),
  },
]

/** The amounts of the invoices by class of VAT. Goods that were released before the invoice are not in it. */
const CLASSES: readonly ReportColumn[] = (
  [
    ['vatable', 'VATable'],
    ['vat', 'VAT', 1],
    ['untaxed', 'Non-VAT sales'],
    ['exempt', 'Exempt'],
    ['zero_rated', 'Zero-rated'],
  ] as const
).map(
  ([key, header, highlight]): ReportColumn => ({
    ...{ key, header, type: 'money', total: true, sparse: true, highlight, extra: true },
  }),
)

/** The first and last number of a day or month; those of an agent or customer are no series. */
const RANGE: readonly ReportColumn[] = [
  { key: 'first_no', header: 'First no.', type: 'text', highlight: 2, phone: 'hide' },
  { key: 'last_no', header: 'Last no.', type: 'text', highlight: 2, phone: 'hide' },
]

/** The figures of the whole period, at any level. */
const FIGURES: readonly ReportColumn[] = [
  { key: 'invoices', header: 'Invoices', type: 'count', highlight: 2, figureOnly: true },
  { key: 'first_no', header: 'First no.', type: 'text', highlight: 2, figureOnly: true },
  { key: 'last_no', header: 'Last no.', type: 'text', highlight: 2, figureOnly: true },
  { key: 'memos', header: 'Credit memos', type: 'money', highlight: 2, figureOnly: true },
  { key: 'memos_vat', header: 'VAT included', type: 'money', highlight: 2, figureOnly: true },
  { key: 'debit_memos', header: 'Debit memos', type: 'money', highlight: 2, figureOnly: true },
  { key: 'openings', header: 'Opening balances', type: 'money', highlight: 2, figureOnly: true },
  { key: 'missing', header: 'Missing numbers', type: 'count', highlight: 2, figureOnly: true },
  { key: 'voided', header: 'Voided numbers', type: 'count', highlight: 2, figureOnly: true },
  {
    key: 'unnumbered',
    header: 'Delivered, not invoiced',
    type: 'count',
    highlight: 2,
    figureOnly: true,
  },
]

const NUMBERS: readonly ReportColumn[] = [
  {
    key: 'first_no',
    header: 'Number',
    type: 'text',
    phone: 'title',
    mark: ({ kind }) => KINDS[String(kind)] ?? null,
  },
  { key: 'last_no', header: 'To', type: 'text', none: ' ' },
  { key: 'numbers', header: 'Numbers', type: 'count', total: true },
  { key: 'before_no', header: 'Previous no.', type: 'text', none: ' ' },
  { key: 'after_no', header: 'Next no.', type: 'text', none: ' ' },
  { key: 'on_date', header: 'Date', type: 'date' },
  { ...so, none: ' ' },
  { key: 'new_no', header: 'New number', type: 'text', none: ' ' },
  { key: 'reason', header: 'Reason', type: 'text', none: ' ' },
]

const UNNUMBERED: readonly ReportColumn[] = [
  { ...so, phone: 'title' },
  { key: 'on_date', header: 'Delivered', type: 'date' },
  { key: 'date_added', header: 'Booking date', type: 'date', extra: true },
  customer,
  store,
  agent,
  { key: 'waiting', header: 'Total', type: 'money', total: true, highlight: 1 },
]
