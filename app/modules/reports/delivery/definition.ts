import { paths } from '~/paths'
import { formatDate, today } from '~/platform/values/dates'
import { agent, customerName as customer, so, store } from '../columns'
import type { ReportColumn, ReportDefinition, ReportView } from '../definition'
import { drillDown } from '../drill'
import { inPeriodOf, PERIOD } from '../period'
import { FREE_GOODS } from '../sold'
import { orderBy } from '../sort'
import { quantity, units } from '../units'

const ORDERS = [
  { value: 'date', label: 'Date or name' },
  { value: 'customer', label: 'Customer' },
  { value: 'product', label: 'Product' },
  { value: 'amount', label: 'Highest net' },
]

const SINGLY = ['grouped', 'grouped_agent', 'line']
const SORTED = ['line', 'booking', 'day', 'month', 'agent', 'customer', 'product']
const DELIVERED = ['grouped', 'grouped_agent', ...SORTED]

const AGES = ['Up to 7 days', '8 to 14 days', '15 to 30 days', 'Over 30 days']

/** Reports delivered goods, and the open pieces of validated bookings. */
export const report: ReportDefinition = {
  path: paths.reports.report('delivery'),
  title: 'Delivery report',
  about: 'Deliveries of the period and undelivered bookings.',
  order: 3,
  permission: 'reports.delivery',
  source: 'report_delivery',
  filters: [
    ...PERIOD.map((filter) => ({ ...filter, levels: DELIVERED })),
    {
      kind: 'date',
      name: 'as_of',
      label: 'Undelivered as of',
      initial: ({ timeZone }) => today(timeZone),
    },
    { kind: 'agent', name: 'agent_id', label: 'Agent' },
    { kind: 'customer', name: 'customer_id', label: 'Customer' },
    { kind: 'list', name: 'product_id', label: 'Product', of: 'products' },
    units,
    orderBy(ORDERS, SORTED),
  ],
  levels: [
    {
      value: 'grouped',
      label: 'Lines, by date',
      counted: 'lines',
      groups: {
        named: ['on_date'],
        rows: ['line', 'lines'],
        name: ({ on_date }) => formatDate(String(on_date)),
      },
    },
    {
      value: 'grouped_agent',
      label: 'Lines, by agent',
      counted: 'lines',
      groups: {
        named: ['agent_name'],
        rows: ['line', 'lines'],
        name: ({ agent_name }) => String(agent_name),
      },
    },
    { value: 'line', label: 'Lines, ungrouped', counted: 'lines' },
    { value: 'booking', label: 'Deliveries', counted: 'deliveries' },
    { value: 'day', label: 'Days', counted: 'dates' },
    { value: 'month', label: 'Months', counted: 'months' },
    { value: 'agent', label: 'Agents', counted: 'agents' },
    { value: 'customer', label: 'Customers', counted: 'customers' },
    { value: 'product', label: 'Products', counted: 'products' },
    {
      value: 'undelivered',
      label: 'Undelivered, by age',
      counted: 'open_bookings',
      groups: {
        named: [],
        rows: ['booking', 'bookings'],
        name: ({ age_group }) => AGES[Number(age_group)] ?? 'Any age',
      },
    },
  ],
  spare: () => ['area'],
  sums: ({ level }) =>
    level === 'undelivered' ? [] : [{ total: 'amount', of: ['gross', '-discount'] }],
  columns: (view) => {
    const { level } = view
    if (level === 'undelivered') return [...UNDELIVERED, ...open(view)]
    const [line, booking] = [SINGLY.includes(level), level === 'booking']
    return [
      ...(line ? perLine(level) : booking ? perBooking : [...WHAT[level]!, ...COUNTS]),
      ...quantity(view, {
        key: 'pieces',
        header: 'Quantity',
        apart: ['cases', 'loose'],
        total: true,
        highlight: 1,
      }),
      {
        key: 'litres',
        header: 'Liters',
        type: 'number',
        digits: 3,
        total: true,
        highlight: 1,
        extra: true,
      },
      { ...FREE_GOODS, extra: true },
      { key: 'gross', header: 'Gross', type: 'money', total: true, phone: 'hide' },
      {
        key: 'discount',
        header: 'Discount',
        type: 'money',
        total: true,
        sparse: true,
        phone: 'hide',
      },
      {
        key: 'amount',
        header: 'Net',
        type: 'money',
        total: true,
        highlight: 1,
        sort: SORTED.includes(level) ? 'amount' : undefined,
      },
      {
        key: 'days_to_deliver',
        header: 'Days to deliver',
        type: 'number',
        digits: line || booking ? 0 : 1,
        total: !line && !booking,
        phone: 'hide',
        tablet: 'hide',
      },
      ...OPEN_FIGURES,
    ]
  },
}

const invoice: ReportColumn = {
  key: 'invoice_no',
  header: 'Invoice no.',
  type: 'text',
  extra: true,
}
const delivered: ReportColumn = { key: 'on_date', header: 'Delivered', type: 'date' }
const where: readonly ReportColumn[] = [
  { key: 'area', header: 'Area', type: 'text', phone: 'hide' },
  { key: 'deliver_to', header: 'Address', type: 'text', extra: true },
]

function perLine(level: string): readonly ReportColumn[] {
  const sort = (value: string) => (level === 'line' ? value : undefined)
  return [
    { key: 'description', header: 'Product', type: 'text', phone: 'title', sort: sort('product') },
    { key: 'material_code', header: 'Code', type: 'text', extra: true },
    { ...delivered, sort: sort('date') },
    so,
    invoice,
    { ...customer, sort: sort('customer') },
    store,
    { ...agent, extra: true },
    ...where,
  ]
}

const perBooking: readonly ReportColumn[] = [
  { ...so, phone: 'title' },
  invoice,
  { ...delivered, sort: 'date' },
  { ...customer, sort: 'customer' },
  store,
  { ...agent, extra: true },
  ...where,
  { key: 'lines', header: 'Lines', type: 'count', total: true, phone: 'hide' },
]

/** The columns before the figures of a level that sums lines. */
const WHAT: Record<string, readonly ReportColumn[]> = {
  day: [{ ...delivered, header: 'Date', phone: 'title', sort: 'date' }],
  month: [{ key: 'month', header: 'Month', type: 'text', phone: 'title', sort: 'date' }],
  agent: [{ ...agent, phone: 'title', sort: 'date' }],
  customer: [{ ...customer, phone: 'title', sort: 'date' }, store],
  product: [
    { key: 'description', header: 'Product', type: 'text', phone: 'title', sort: 'date' },
    { key: 'material_code', header: 'Code', type: 'text', extra: true },
  ],
}

const COUNTS: readonly ReportColumn[] = [
  { key: 'deliveries', header: 'Deliveries', type: 'count', total: true },
  {
    key: 'lines',
    header: 'Lines',
    type: 'count',
    total: true,
    link: (row, { filters }) =>
      row.month || row.on_date
        ? inPeriodOf(filters, 'line', row)
        : drillDown(filters, 'line', row, ['agent_id', 'customer_id', 'product_id']),
  },
]

const OPEN_FIGURES: readonly ReportColumn[] = [
  {
    key: 'open_bookings',
    header: 'Undelivered bookings',
    type: 'count',
    highlight: 2,
    figureOnly: true,
  },
  {
    key: 'open_amount',
    header: 'Undelivered amount',
    type: 'money',
    highlight: 2,
    figureOnly: true,
  },
]

const UNDELIVERED: readonly ReportColumn[] = [
  {
    ...so,
    phone: 'title',
    mark: ({ stage }) => (stage === 'on hold' ? 'On hold' : null),
  },
  invoice,
  { key: 'date_added', header: 'Booking date', type: 'date' },
  { key: 'age', header: 'Days', type: 'count' },
  customer,
  store,
  { ...agent, extra: true },
  ...where,
]

const open = (view: ReportView): readonly ReportColumn[] => [
  ...quantity(view, {
    key: 'open_pieces',
    header: 'Quantity',
    apart: ['open_cases', 'open_loose'],
    total: true,
    highlight: 1,
  }),
  {
    key: 'open_litres',
    header: 'Liters',
    type: 'number',
    digits: 3,
    total: true,
    highlight: 1,
    phone: 'hide',
  },
  { key: 'open_amount', header: 'Amount', type: 'money', total: true, highlight: 1 },
  { key: 'open_bookings', header: 'Bookings', type: 'count', highlight: 1, figureOnly: true },
]
