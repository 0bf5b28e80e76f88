import { ageingBuckets } from '~/modules/receivables/ageing'
import { NET_OF_CHEQUES, RECEIVABLES } from '~/modules/receivables/terms'
import { paths } from '~/paths'
import { today } from '~/platform/values/dates'
import { agent, store } from '../columns'
import type { Filters, ReportColumn, ReportDefinition, ReportRow } from '../definition'
import { drillDown } from '../drill'
import { orderBy } from '../sort'

const BASES = [
  { value: 'invoice', label: 'Invoice date' },
  { value: 'delivery', label: 'Delivery date' },
  { value: 'added', label: 'Booking date' },
]

const AGES = [
  { value: 'due', label: 'Due date' },
  { value: 'document', label: 'Document date' },
]

const ORDERS = [
  { value: 'name', label: 'Name' },
  { value: 'balance', label: 'Highest, net of uncleared cheques' },
  { value: 'overdue', label: 'Highest overdue' },
  { value: 'age', label: 'Oldest' },
]

const MARKS: Record<string, string> = {
  advance: 'Advance',
  unapplied: 'Unapplied',
  uncleared: 'Paid, uncleared',
  debit_memo: 'Debit memo',
}

/** Reports accounts receivable with ageing as of any date, gross and net of uncleared cheques. */
export const report: ReportDefinition = {
  path: paths.reports.report('ar'),
  title: 'Accounts receivable',
  about: 'Receivables by customer and age. A cheque counts when it has cleared.',
  order: 8,
  permission: 'reports.ar',
  source: 'report_ar',
  filters: [
    { kind: 'date', name: 'as_of', label: 'As of', initial: ({ timeZone }) => today(timeZone) },
    { kind: 'choice', name: 'basis', label: 'Date basis', options: () => BASES },
    {
      kind: 'choice',
      name: 'age_by',
      label: 'Age by',
      options: ({ settings }) => (settings.age_by === 'due' ? AGES : AGES.toReversed()),
    },
    { kind: 'agent', name: 'agent_id', label: 'Agent' },
    { kind: 'customer', name: 'customer_id', label: 'Customer' },
    { kind: 'amount', name: 'min_balance', label: 'Minimum receivables' },
    { kind: 'flag', name: 'overdue_only', label: 'Overdue only' },
    { kind: 'flag', name: 'over_limit', label: 'Over limit' },
    orderBy(ORDERS, ['document', 'customer', 'agent']),
  ],
  levels: [
    { value: 'customer', label: 'Customers', counted: 'customers' },
    {
      value: 'grouped',
      label: 'Documents, by agent and customer',
      counted: 'documents',
      groups: {
        named: ['customer_name', 'agent_name'],
        rows: ['document', 'documents'],
        name: ({ agent_name, customer_name }) => String(customer_name ?? agent_name),
      },
    },
    { value: 'document', label: 'Documents, ungrouped', counted: 'documents' },
    { value: 'agent', label: 'Agents', counted: 'agents' },
  ],
  hasTotal: () => true,
  sums: ({ settings, filters }) => [
    {
      total: 'cleared_balance',
      of: [
        ...ageingBuckets(
          settings.ageing_buckets,
          filters.age_by === 'document' ? 'document' : 'due',
        ).map(({ key }) => `ageing.${key}`),
        'unapplied',
      ],
    },
    { total: 'cleared_balance', of: ['total', '-collected', 'uncleared'] },
    { total: 'balance', of: ['cleared_balance', '-uncleared'] },
  ],
  columns: ({ level, filters, settings }) => {
    const ageBy = filters.age_by === 'document' ? 'document' : 'due'
    const documents = level === 'grouped' || level === 'document'
    // Rows are read by their ages, which add up to what is owed: the screen shows the rest of it when chosen.
    const byCustomer = level === 'customer'
    // A document's amount past due is its balance or zero, which its age shows.
    const late: Partial<ReportColumn> = documents
      ? { figureOnly: true }
      : { total: true, sparse: true, ...(byCustomer ? { tablet: 'hide' } : { extra: true }) }
    const owed: ReportColumn[] = [
      {
        key: 'cleared_balance',
        header: RECEIVABLES,
        type: 'money',
        owed: true,
        phone: byCustomer ? 'amount' : undefined,
        total: true,
        highlight: 1,
      },
      {
        key: 'overdue',
        header: 'Overdue',
        type: 'money',
        highlight: 1,
        ...late,
      },
    ]
    const aged: ReportColumn[] = [
      ...ageingBuckets(settings.ageing_buckets, ageBy).map(
        ({ key, label }): ReportColumn => ({
          of: 'ageing',
          key,
          header: label,
          type: 'money',
          owed: true,
          total: true,
          highlight: 2,
          sparse: true,
          // A phone's card shows the age, from which the bucket follows.
          phone: documents ? 'hide' : undefined,
        }),
      ),
      // Credit that pays no document: it is in no bucket.
      {
        key: 'unapplied',
        header: 'Unapplied',
        type: 'money',
        owed: true,
        total: true,
        sparse: true,
        highlight: 2,
        phone: documents ? 'hide' : undefined,
      },
    ]
    return [
      ...WHO[level]!,
      {
        key: 'total',
        header: byCustomer ? 'Billed' : 'Total',
        type: 'money',
        total: true,
        phone: 'hide',
        extra: true,
      },
      {
        key: 'collected',
        header: 'Collected',
        type: 'money',
        total: true,
        sparse: true,
        extra: true,
      },
      ...(byCustomer ? [...aged, ...owed] : [...owed, ...aged]),
      {
        key: 'balance',
        header: NET_OF_CHEQUES,
        type: 'money',
        owed: true,
        total: true,
        highlight: 1,
        sort: 'balance',
        extra: byCustomer || documents,
      },
      {
        key: 'uncleared',
        header: 'Uncleared',
        type: 'money',
        total: true,
        highlight: 1,
        sparse: true,
        phone: documents ? 'hide' : undefined,
        extra: byCustomer || documents,
      },
      { key: 'next_cheque', header: 'Next due', type: 'date', extra: true },
      ...(documents || byCustomer ? CREDIT : []),
    ]
  },
  actions: ({ filters }) => [{ label: 'Statements', to: statementsOf(filters) }],
}

/** The keys of a row that sums documents; the filters have the same names. */
const KEYS = ['agent_id', 'customer_id']

const customer: ReportColumn = {
  key: 'customer_name',
  header: 'Customer',
  type: 'text',
  sort: 'name',
  phone: 'title',
  link: (row) => paths.customers.customer(String(row.customer_id)),
}

const documents: ReportColumn = {
  key: 'documents',
  header: 'Documents',
  type: 'count',
  total: true,
  link: (row, { filters }) => drillDown(filters, 'document', row, KEYS),
}

const oldest: ReportColumn = { key: 'age_days', header: 'Oldest', type: 'count', sort: 'age' }

const perDocument: readonly ReportColumn[] = [
  customer,
  store,
  { ...agent, extra: true },
  {
    key: 'so_no',
    header: 'SO no.',
    type: 'text',
    link: documentOf,
    mark: (row) => MARKS[String(row.row_kind)] ?? null,
  },
  { key: 'document_no', header: 'Invoice or CR no.', type: 'text', extra: true },
  { key: 'doc_date', header: 'Date', type: 'date' },
  { key: 'due_date', header: 'Due', type: 'date', extra: true },
  { key: 'terms_days', header: 'Terms (days)', type: 'count', extra: true },
  { key: 'age_days', header: 'Age', type: 'count', sort: 'age' },
]

/** The columns before the amounts, by level. */
const WHO: Record<string, readonly ReportColumn[]> = {
  grouped: perDocument,
  document: perDocument,
  customer: [customer, store, { ...documents, extra: true }, { ...oldest, extra: true }],
  agent: [
    {
      ...agent,
      phone: 'title',
      link: (row, { filters }) => drillDown(filters, 'customer', row, KEYS),
    },
    documents,
    oldest,
  ],
}

/** The columns of a customer's credit left and credit line. */
const CREDIT: readonly ReportColumn[] = [
  {
    key: 'credit_left',
    header: 'Available credit',
    type: 'money',
    none: 'No limit',
    extra: true,
    mark: ({ credit_left }) => (String(credit_left).startsWith('-') ? 'Over' : null),
  },
  { key: 'credit_line', header: 'Credit limit', type: 'money', extra: true },
]

/** Returns the address of a row's booking, or of the receipt with unapplied credit. */
function documentOf({ booking_id, document_id }: ReportRow): string {
  return booking_id
    ? paths.sales.booking(String(booking_id))
    : paths.treasury.collection(String(document_id))
}

/** The filters that select customers; the statements have them by the same names. */
const SHARED = ['agent_id', 'customer_id', 'min_balance', 'overdue_only', 'over_limit']

/** Returns the address of the statements of all customers in the report, as of its day. */
function statementsOf(filters: Filters): string {
  const search = new URLSearchParams({ to: filters.as_of! })
  for (const name of SHARED) if (filters[name]) search.set(name, filters[name])
  return `${paths.statements.list}?${search}`
}
