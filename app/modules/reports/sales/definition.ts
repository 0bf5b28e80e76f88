import { paths } from '~/paths'
import { agent, customerName as customer, store } from '../columns'
import type { Filters, ReportColumn, ReportDefinition, ReportRow } from '../definition'
import { drillDown } from '../drill'
import { inPeriodOf, PERIOD } from '../period'
import {
  against,
  basis,
  DEDUCTIONS,
  FREE_GOODS,
  howMuch,
  items,
  KEYS,
  margin,
  ofItem,
  SALES_SUMS,
  WHAT,
  WHO,
} from '../sold'
import { soldPivot } from '../sold-pivot'
import { orderBy } from '../sort'
import { units } from '../units'

const ORDERS = [
  { value: 'name', label: 'Name or date' },
  { value: 'net', label: 'Highest sales' },
  { value: 'drop', label: 'Largest decrease' },
]

/** All levels but the pivot. */
const ALL = [
  ...['grouped', 'item', 'item_month', 'agent', 'manager', 'customer', 'month', 'day', 'line'],
]

/** Reports sales by agent, customer and product, compared with the period before. */
export const report: ReportDefinition = {
  path: paths.reports.report('sales'),
  title: 'Sales report',
  about: 'Sales by agent, product and customer, compared with the previous period.',
  order: 4,
  permission: 'reports.sales',
  source: 'report_sales',
  filters: [
    basis,
    ...PERIOD,
    { ...against, levels: ALL },
    { ...items, levels: ['grouped', 'item', 'item_month'] },
    ...WHO,
    { kind: 'customer', name: 'customer_id', label: 'Customer' },
    ...WHAT,
    { kind: 'flag', name: 'cancelled', label: 'Include cancelled' },
    units,
    orderBy(ORDERS, ALL.slice(1)),
  ],
  levels: [
    {
      value: 'grouped',
      label: 'By agent and category/product',
      counted: 'agent_items',
      groups: {
        named: ['manager_name', 'agent_name'],
        rows: ['row', 'rows'],
        name: ({ agent_name, manager_name }) => String(agent_name ?? manager_name ?? 'No manager'),
      },
    },
    { value: 'item', label: 'By category/product', counted: 'items' },
    { value: 'item_month', label: 'By category/product and month', counted: 'item_months' },
    { value: 'agent', label: 'Agents', counted: 'agents' },
    { value: 'manager', label: 'Managers', counted: 'managers' },
    { value: 'customer', label: 'Customers', counted: 'buyers' },
    { value: 'month', label: 'Months', counted: 'months' },
    { value: 'day', label: 'Days', counted: 'days' },
    { value: 'line', label: 'Lines', counted: 'lines' },
  ],
  hasTotal: (level) => !['item_month', 'month', 'day', 'line'].includes(level),
  pivot: soldPivot('agent'),
  // Beside costs and margin a laptop has no room for the count.
  spare: ({ permissions }) => [
    'average',
    ...(permissions.includes('costs.read') ? ['bookings'] : []),
  ],
  sums: () => SALES_SUMS,
  columns: (view) => {
    const { level, filters, permissions } = view
    return [
      ...WHOSE[level]!,
      ...(level === 'line' ? [] : COUNTS),
      ...howMuch(view),
      FREE_GOODS,
      ...(level === 'line' ? PRICE : []),
      { key: 'gross', header: 'Gross', type: 'money', total: true, highlight: 2, phone: 'hide' },
      ...DEDUCTIONS,
      {
        key: 'net',
        header: 'Net',
        type: 'money',
        total: true,
        highlight: 1,
        sort: { desc: 'net' },
      },
      // Beside the booking of a line it has room where it is chosen.
      ...margin(level !== 'line' && permissions.includes('costs.read')),
      ...(filters.cancelled
        ? [
            {
              key: 'cancelled',
              header: 'Cancelled',
              type: 'money',
              total: true,
              sparse: true,
            } as const,
          ]
        : []),
      ...(level === 'line' ? [] : SHARES),
      // A line, a day or a month has no figure to compare; only the totals have.
      ...COMPARED.map((column) =>
        ['line', 'day', 'month', 'item_month'].includes(level)
          ? { ...column, figureOnly: true }
          : column,
      ),
    ]
  },
}

const into =
  (level: string) =>
  (row: ReportRow, { filters }: { filters: Filters }) =>
    drillDown(filters, level, row, KEYS)

/**
 * Returns the link to the products of a category or the lines of a product, for the row's agent if
 * any.
 */
function drillDownItem(row: ReportRow, { filters }: { filters: Filters }): string | null {
  const of = ofItem(filters, row)
  if (!of) return null
  return filters.items === 'product'
    ? drillDown({ ...filters, ...of }, 'line', row, KEYS)
    : drillDown({ ...filters, ...of, items: 'product' }, 'item', row, KEYS)
}

const manager: ReportColumn = {
  key: 'manager_name',
  header: 'Manager',
  type: 'text',

  none: 'No manager',
}
const item: ReportColumn = {
  key: 'item',
  header: 'Category or product',
  type: 'text',
  none: 'No category',
  phone: 'title',
  link: drillDownItem,
}
const code: ReportColumn = { key: 'material_code', header: 'Code', type: 'text', extra: true }

/** The columns before the figures, by level. */
const WHOSE: Record<string, readonly ReportColumn[]> = {
  grouped: [item, code, agent, { ...manager, extra: true }],
  item: [item, code],
  item_month: [item, code, { key: 'month', header: 'Month', type: 'text' }],
  agent: [
    { ...agent, phone: 'title', link: into('item') },
    { ...manager, extra: true },
  ],
  manager: [
    {
      ...manager,
      phone: 'title',
      link: (row, view) => (row.manager_id ? into('agent')(row, view) : null),
    },
  ],
  customer: [
    {
      ...customer,
      phone: 'title',
      link: ({ customer_id }, { filters: { basis: by = '', from = '', to = '' } }) =>
        `${paths.reports.report('sales_customerspecific')}?${new URLSearchParams({ basis: by, from, to, customer_id: String(customer_id) })}`,
    },
    store,
  ],
  month: [
    {
      key: 'month',
      header: 'Month',
      type: 'text',
      phone: 'title',
      link: (row, { filters }) => inPeriodOf(filters, 'day', row),
    },
  ],
  day: [
    {
      key: 'on_date',
      header: 'Day',
      type: 'date',
      phone: 'title',
      link: (row, { filters }) => inPeriodOf(filters, 'line', row),
    },
  ],
  line: [
    { ...item, header: 'Product', link: undefined },
    code,
    { key: 'on_date', header: 'Date', type: 'date' },
    {
      key: 'so_no',
      header: 'SO no.',
      type: 'text',
      link: ({ booking_id }) => paths.sales.booking(String(booking_id)),
      mark: ({ stage }) => (stage === 'cancelled' ? 'Cancelled' : null),
    },
    { key: 'invoice_no', header: 'Invoice no.', type: 'text', extra: true },
    { ...customer, link: ({ customer_id }) => paths.customers.customer(String(customer_id)) },
    { ...agent, extra: true },
  ],
}

const COUNTS: readonly ReportColumn[] = [
  {
    key: 'bookings',
    header: 'Bookings',
    type: 'count',
    total: true,
    highlight: 2,
    link: linesOf,
  },
  { key: 'customers', header: 'customers', type: 'count', total: true, extra: true },
]

/** Returns the address of the lines behind a row; null when no filter can select them. */
function linesOf(row: ReportRow, { level, filters }: { level: string; filters: Filters }) {
  if (!Number(row.bookings)) return null
  if (level === 'month' || level === 'day') return inPeriodOf(filters, 'line', row)
  const of = ['grouped', 'item', 'item_month'].includes(level) ? ofItem(filters, row) : {}
  if (!of || (level === 'manager' && !row.manager_id)) return null
  if (level === 'item_month') return inPeriodOf({ ...filters, ...of }, 'line', row)
  return drillDown({ ...filters, ...of }, 'line', row, KEYS)
}

const PRICE: readonly ReportColumn[] = [
  { key: 'agent_srp', header: 'Price', type: 'money', pieces: 'agent_srp_pieces', phone: 'hide' },
]

const SHARES: readonly ReportColumn[] = [
  { key: 'share', header: 'Share', type: 'percent', extra: true },
  { key: 'average', header: 'Average', type: 'money', total: true, phone: 'hide' },
]

const COMPARED: readonly ReportColumn[] = [
  {
    key: 'previous',
    header: 'Previous',
    type: 'money',
    total: true,
    tablet: 'hide',
    highlight: 1,
    sparse: true,
    sort: 'drop',
  },
  {
    key: 'change',
    header: '% change',
    type: 'percent',
    total: true,
    highlight: 1,
    mark: ({ net, previous }) => (Number(net) === 0 && Number(previous) > 0 ? 'Lost' : null),
  },
]
