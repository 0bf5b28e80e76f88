import { paths } from '~/paths'
import { customer, store } from '../columns'
import type { Filters, ReportColumn, ReportDefinition, ReportRow, ReportView } from '../definition'
import { cellKey } from '../definition'
import { drillDown } from '../drill'
import { periodOf } from '../period'
import { ALLOWANCES, basis, FREE_GOODS, HOW_MUCH, KEYS, MARGIN, WHAT, WHO } from '../sold'
import { soldPivot } from '../sold-pivot'
import { orderBy } from '../sort'

const MEASURES = [
  { value: 'amount', label: 'Amounts' },
  { value: 'pieces', label: 'Quantities' },
]

const ORDERS = [
  { value: 'name', label: 'Name' },
  { value: 'net', label: 'Highest sales' },
  { value: 'last', label: 'Oldest last order' },
]

/** Reports a customer's purchases, product by month, and the products never bought. */
export const report: ReportDefinition = {
  path: paths.reports.report('sales_customerspecific'),
  title: 'Sales by customer',
  about: 'Monthly sales by customer, last order, and products never bought.',
  order: 5,
  permission: 'reports.sales',
  source: 'report_sales_customerspecific',
  filters: [
    { kind: 'customer', name: 'customer_id', label: 'Customer' },
    basis,
    // The period is twelve months.
    ...periodOf(11),
    {
      kind: 'choice',
      name: 'measure',
      label: 'Show months as',
      options: () => MEASURES,
      levels: ['product', 'grouped', 'customer'],
    },
    ...WHO,
    ...WHAT,
    orderBy(ORDERS, ['product', 'customer']),
  ],
  levels: [
    { value: 'product', label: 'Products by month', counted: 'products' },
    {
      value: 'grouped',
      label: 'Products by month, by customer',
      counted: 'customer_products',
      groups: {
        named: ['customer_name'],
        rows: ['product', 'products'],
        name: ({ customer_name }) => String(customer_name),
      },
    },
    { value: 'customer', label: 'Customers', counted: 'customers' },
    { value: 'never', label: 'Products never bought', counted: 'never' },
  ],
  pivot: soldPivot('customer'),
  hasTotal: (level) => level !== 'never',
  spare: (view) => [
    // The months before the last six.
    ...months(view).slice(0, -6).map(cellKey),
    ...['bookings', 'average', 'days_since', 'cases', 'gross'],
  ],
  columns: (view) =>
    view.level === 'never'
      ? [...PRODUCT, ...ON_OFFER]
      : [
          ...WHOSE[view.level]!,
          {
            key: 'net',
            header: 'Net',
            type: 'money',
            total: true,
            highlight: 1,
            sort: { desc: 'net' },
          },
          { key: 'share', header: 'Share', type: 'percent', extra: true },
          ...months(view),
          ...ORDERED,
          ...HOW_MUCH,
          FREE_GOODS,
          {
            key: 'gross',
            header: 'Gross',
            type: 'money',
            total: true,
            highlight: 2,
            phone: 'hide',
          },
          {
            key: 'discount',
            header: 'Discount',
            type: 'money',
            total: true,
            sparse: true,
            extra: true,
          },
          {
            key: 'returns',
            header: 'Returns',
            type: 'money',
            total: true,
            sparse: true,
            highlight: 2,
            extra: true,
          },
          ALLOWANCES,
          // Beside a month for each column, the cost has room only where it is chosen.
          ...MARGIN.map((column) => (column.key === 'cost' ? { ...column, extra: true } : column)),
        ],
  actions: ({ filters: { customer_id, to = '' } }) =>
    customer_id
      ? [
          {
            label: 'Statement',
            to: `${paths.statements.customer(customer_id)}?to=${to}`,
            permission: 'reports.ar',
          },
        ]
      : [],
}

/** Returns a column per month, of amounts or of pieces. */
const months = ({ heads, filters }: ReportView): readonly ReportColumn[] =>
  heads.map(
    ({ key, label }): ReportColumn => ({
      key,
      header: label,
      ...(filters.measure === 'pieces'
        ? { of: 'quantities', type: 'pieces', caseConfig: 'case_config' }
        : { of: 'amounts', type: 'money' }),
      total: true,
      sparse: true,
      phone: 'hide',
    }),
  )

const into =
  (level: string) =>
  (row: ReportRow, { filters }: { filters: Filters }) =>
    drillDown(filters, level, row, KEYS)

const PRODUCT: readonly ReportColumn[] = [
  { key: 'product', header: 'Product', type: 'text', phone: 'title' },
  { key: 'material_code', header: 'Code', type: 'text', extra: true },
]

/** The columns before the figures, by level. */
const WHOSE: Record<string, readonly ReportColumn[]> = {
  product: PRODUCT,
  grouped: [...PRODUCT, customer, store],
  customer: [
    { ...customer, phone: 'title' },
    store,
    { key: 'agent_name', header: 'Agent', type: 'text', extra: true },
    { key: 'products', header: 'Products', type: 'count', link: into('product') },
  ],
}

/** The columns of the dates and the number of orders. */
const ORDERED: readonly ReportColumn[] = [
  { key: 'bookings', header: 'Orders', type: 'count', total: true, highlight: 1 },
  { key: 'average', header: 'Average', type: 'money', total: true, highlight: 1, phone: 'hide' },
  { key: 'last_order', header: 'Last order', type: 'date', highlight: 1, sort: 'last' },
  { key: 'first_order', header: 'First order', type: 'date', extra: true },
  { key: 'days_since', header: 'Days since last order', type: 'count', highlight: 1 },
]

/** The columns of products never bought: stock and price. */
const ON_OFFER: readonly ReportColumn[] = [
  { key: 'category', header: 'Category', type: 'text', none: 'No category' },
  { key: 'available', header: 'Available', type: 'count' },
  { key: 'current_srp', header: 'SRP', type: 'money', pieces: 'current_srp_pieces' },
  {
    key: 'never',
    header: 'Never bought',
    type: 'count',
    total: true,
    figureOnly: true,
    highlight: 1,
  },
]
