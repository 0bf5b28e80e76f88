import { MODES, VOUCHER_DATE_BASES } from '~/modules/expenses/modes'
import { paths } from '~/paths'
import { NO_CATEGORY } from '~/platform/values/categories'
import type {
  Filters,
  Pivot,
  ReportColumn,
  ReportDefinition,
  ReportRow,
  ReportSum,
} from '../definition'
import { drillDown } from '../drill'
import { inPeriodOf, PERIOD } from '../period'

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'printed', label: 'Printed' },
  { value: 'released', label: 'Released' },
  { value: 'cancelled', label: 'Cancelled' },
]

/** The budget columns are those of cost centers. */
const PIVOT: Pivot = {
  dimensions: [
    { value: 'cost_center', label: 'Cost center', filter: 'cost_center_id' },
    { value: 'month', label: 'Month', filter: 'month' },
    { value: 'category', label: 'Category', filter: 'category', none: NO_CATEGORY },
    {
      ...{ value: 'classification', label: 'Classification' },
      ...{ filter: 'classification', none: NO_CATEGORY },
    },
    { value: 'payee', label: 'Payee', filter: 'payee_id' },
    { value: 'account', label: 'Cost center account' },
    { value: 'mode', label: 'Payment type', filter: 'mode' },
  ],
  measures: [
    { value: 'amount', label: 'Amount', type: 'money' },
    { value: 'net', label: 'Net', type: 'money' },
    { value: 'ewt', label: 'EWT', type: 'money' },
    { value: 'input_vat', label: 'Input VAT', type: 'money' },
    { value: 'lines', label: 'Lines', type: 'count' },
  ],
  lines: { level: 'line' },
  more: ({ rows = 'cost_center' }) =>
    rows === 'cost_center' ? BUDGET.filter(({ key }) => key !== 'input_vat') : [],
}

/** Reports the lines of vouchers. */
export const report: ReportDefinition = {
  path: paths.reports.report('expenses'),
  title: 'Expense report',
  about: 'Expenses by category, cost center and payee.',
  order: 9,
  permission: 'reports.expenses',
  source: 'report_expenses',
  filters: [
    { kind: 'choice', name: 'basis', label: 'Date basis', options: () => [...VOUCHER_DATE_BASES] },
    ...PERIOD,
    { kind: 'choice', name: 'status', label: 'Status', options: () => STATUSES },
    {
      kind: 'choice',
      name: 'mode',
      label: 'Payment type',
      options: () => [{ value: '', label: 'All' }, ...MODES],
    },
    { kind: 'list', name: 'payee_id', label: 'Payee', of: 'payees' },
    { kind: 'list', name: 'category', label: 'Category', of: 'categories' },
    { kind: 'list', name: 'classification', label: 'Classification', of: 'classifications' },
    { kind: 'list', name: 'cost_center_id', label: 'Cost center', of: 'cost_centers' },
    { kind: 'list', name: 'bank_id', label: 'Bank account', of: 'banks' },
    { kind: 'flag', name: 'cancelled', label: 'Include cancelled' },
  ],
  pivot: PIVOT,
  hasTotal: () => true,
  levels: [
    {
      value: 'grouped',
      label: 'Lines, by category',
      counted: 'lines',
      groups: {
        named: ['category', 'classification'],
        rows: ['line', 'lines'],
        name: ({ category, classification }, depth) =>
          depth === 0
            ? String(category ?? 'No category')
            : String(classification ?? 'No classification'),
      },
    },
    { value: 'line', label: 'Lines, by date', counted: 'lines' },
    { value: 'category', label: 'Categories', counted: 'categories' },
    { value: 'classification', label: 'Classifications', counted: 'classifications' },
    { value: 'cost_center', label: 'Cost centers', counted: 'cost_centers' },
    { value: 'payee', label: 'Payees', counted: 'payees' },
    { value: 'month', label: 'Months', counted: 'months' },
    { value: 'day', label: 'Days', counted: 'days' },
  ],
  spare: ({ level }) => ['date_printed', ...(level === 'line' ? ['date_released'] : [])],
  sums: ({ level }) => [
    { total: 'net', of: ['amount', '-ewt'] },
    { total: 'amount', of: ['pending', 'released'] },
    { total: 'net', of: ['cash', 'cheque', 'bank_transfer'] },
    ...(level === 'cost_center' ? [LEFT] : []),
  ],
  columns: ({ level, filters }) => {
    const lines = level === 'grouped' || level === 'line'
    const amount: ReportColumn = { key: 'amount', header: 'Amount', type: 'money', total: true }
    return [
      ...(lines ? perLine(filters) : [...WHAT[level]!, ...COUNTS]),
      { ...amount, highlight: 1 },
      ...TAX,
      ...PARTS.map(
        ([key, header, line]): ReportColumn => ({
          key,
          header,
          type: 'money',
          total: true,
          sparse: true,
          highlight: line,
          // A line has one state and one way of payment, which it shows as text.
          figureOnly: lines,
          extra: !BY_STATE.includes(key) || level === 'cost_center',
          phone: 'hide',
        }),
      ),
      ...(level === 'cost_center' ? BUDGET : []),
    ]
  },
}

/** The rest of a budget. Cost centers without one have expenses in the grand total, too. */
const LEFT: ReportSum = {
  total: 'budget_left',
  of: ['budget', '-amount', 'input_vat'],
  only: 'rows',
}

/** The columns of the budget for the months of the period, if the cost center has one. Input VAT uses up none of it. */
const BUDGET: readonly ReportColumn[] = [
  { key: 'input_vat', header: 'Input VAT', type: 'money', total: true, sparse: true },
  { key: 'budget', header: 'Budget', type: 'money', total: true, highlight: 1, optional: true },
  {
    key: 'budget_left',
    header: 'Remaining budget',
    type: 'money',
    total: true,
    optional: true,
    mark: ({ budget_left }) => (String(budget_left).startsWith('-') ? 'Over' : null),
  },
]

/** The tax withheld, and what is left to pay. */
const TAX: readonly ReportColumn[] = [
  { key: 'ewt', header: 'EWT', type: 'money', total: true, sparse: true, phone: 'hide' },
  { key: 'net', header: 'Net', type: 'money', total: true, highlight: 1 },
]

/** The states of what is not cancelled. */
const BY_STATE: readonly string[] = ['pending', 'released']

/** Amounts by state, then by way of payment. */
const PARTS: readonly [key: string, header: string, line: 1 | 2][] = [
  ['pending', 'Pending', 1],
  ['released', 'Released', 1],
  ['cancelled', 'Cancelled', 1],
  ['cash', 'Cash', 2],
  ['cheque', 'Cheque', 2],
  ['bank_transfer', 'Bank transfer', 2],
]

/** The keys of a row that sums lines; the filters have the same names. */
const KEYS = ['payee_id', 'cost_center_id', 'category', 'classification']

const COUNTS: readonly ReportColumn[] = [
  {
    key: 'lines',
    header: 'Lines',
    type: 'count',
    total: true,
    link: (row, { filters }) => linesOf(filters, row),
  },
  { key: 'vouchers', header: 'Vouchers', type: 'count', total: true },
]

/** The columns before the amounts of a level that sums lines. */
const WHAT: Record<string, readonly ReportColumn[]> = {
  category: [
    {
      key: 'category',
      header: 'Category',
      type: 'text',
      none: 'No category',
      phone: 'title',
      link: (row, { filters }) => drillDown(filters, 'classification', namedIn(row), KEYS),
    },
  ],
  classification: [
    {
      key: 'classification',
      header: 'Classification',
      type: 'text',
      none: 'No classification',
      phone: 'title',
    },
    { key: 'category', header: 'Category', type: 'text', none: 'No category' },
  ],
  cost_center: [
    {
      key: 'cost_center',
      header: 'Cost center',
      type: 'text',
      none: 'No cost center',
      phone: 'title',
    },
    { key: 'account_number', header: 'GL code', type: 'text' },
  ],
  payee: [{ key: 'pay_to', header: 'Payee', type: 'text', phone: 'title' }],
  month: [{ key: 'month', header: 'Month', type: 'text', phone: 'title' }],
  day: [{ key: 'on_date', header: 'Day', type: 'date', phone: 'title' }],
}

/** The days of a voucher, each with who did it. */
const STEPS = [
  ['added', 'date_added', 'Added', 'written_by'],
  ['printed', 'date_printed', 'Printed', 'printed_by'],
  ['released', 'date_released', 'Released', 'releaser_name'],
  ['cancelled', 'cancelled_on', 'Cancelled', 'cancelled_by'],
] as const

function steps(filters: Filters): readonly ReportColumn[] {
  const cancelled = filters.cancelled || filters.status === 'cancelled'
  return STEPS.filter(([step]) => step !== 'cancelled' || cancelled).flatMap(
    ([step, day, header, by]): ReportColumn[] => [
      {
        ...{ key: day, header, type: 'date' },
        ...(step === (filters.basis ?? 'added') ? null : { phone: 'hide', tablet: 'hide' }),
      },
      { key: by, header: `${header} by`, type: 'text', extra: true, phone: 'hide' },
      ...(step === 'released'
        ? [
            {
              ...{ key: 'released_by', header: 'Release recorded by', type: 'text' as const },
              ...{ extra: true, phone: 'hide' as const },
            },
          ]
        : []),
    ],
  )
}

function perLine(filters: Filters): readonly ReportColumn[] {
  return [
    { key: 'description', header: 'Particulars', type: 'text', phone: 'title' },
    { key: 'cost_center', header: 'Cost center', type: 'text', extra: true },
    {
      key: 'account_number',
      header: 'Cost center account',
      type: 'text',
      extra: true,
    },
    {
      key: 'voucher_no',
      header: 'Voucher no.',
      type: 'text',
      prefix: () => 'No. ',
      link: ({ voucher_id }) => paths.expenses.voucher(String(voucher_id)),
      mark: ({ status }) => (status === 'cancelled' ? 'Cancelled' : null),
    },
    { key: 'status', header: 'Status', type: 'text', extra: true },
    ...steps(filters),
    { key: 'pay_to', header: 'Payee', type: 'text' },
    { key: 'pay_to_account_no', header: 'Payee account', type: 'text', extra: true },
    { key: 'invoice_no', header: 'Supplier invoice', type: 'text', extra: true },
    { key: 'category', header: 'Category', type: 'text' },
    { key: 'classification', header: 'Classification', type: 'text', extra: true },
    { key: 'paid_by', header: 'Payment type', type: 'text', tablet: 'hide' },
    { key: 'cheque_bank', header: 'Bank', type: 'text', extra: true },
    { key: 'cheque_account_no', header: 'Bank account', type: 'text', extra: true },
    { key: 'cheque_no', header: 'Cheque no.', type: 'text', extra: true },
  ]
}

/** Returns the address of the lines that a row sums; null when no filter can select them. */
function linesOf(filters: Filters, row: ReportRow): string | null {
  if (row.month || row.level === 'day') return inPeriodOf(filters, 'line', row)
  const named = namedIn(row)
  return named.payee_id || named.cost_center_id || named.category
    ? drillDown(filters, 'line', named, KEYS)
    : null
}

/** Returns a row with what it has no category or classification of, as a filter asks for it. */
function namedIn(row: ReportRow): ReportRow {
  const names =
    row.level === 'category'
      ? ['category']
      : row.level === 'classification'
        ? ['category', 'classification']
        : []
  return { ...row, ...Object.fromEntries(names.map((key) => [key, row[key] ?? NO_CATEGORY])) }
}
