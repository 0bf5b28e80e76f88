import { paths } from '~/paths'
import { customer, store } from '../columns'
import type { Filters, ReportColumn, ReportDefinition, ReportRow, ReportView } from '../definition'
import { cellKey } from '../definition'
import { drillDown } from '../drill'
import { periodOf } from '../period'
import {
  basis,
  DEDUCTIONS,
  FREE_GOODS,
  howMuch,
  KEYS,
  LITERS,
  margin,
  QUANTITIES,
  SALES_SUMS,
  WHAT,
  WHO,
} from '../sold'
import { soldPivot } from '../sold-pivot'
import { orderBy } from '../sort'
import { quantity, units } from '../units'

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
    units,
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
    ...earlier(view).map(cellKey),
    // Beside the months there is room for what they add up to.
    ...['bookings', 'average', 'days_since', 'gross', 'deductions'],
    ...(inPieces(view) ? ['net'] : QUANTITIES),
  ],
  sums: (view) =>
    view.level === 'never'
      ? []
      : [
          ...SALES_SUMS,
          {
            total: inPieces(view) ? cellKey(bought(view)) : 'net',
            of: months(view).map(cellKey),
          },
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
          ...(inPieces(view) ? [bought(view)] : []),
          { key: 'share', header: 'Share', type: 'percent', extra: true },
          ...before(view),
          ...months(view),
          ...ORDERED,
          ...(inPieces(view) ? [LITERS] : howMuch(view)),
          FREE_GOODS,
          {
            key: 'gross',
            header: 'Gross',
            type: 'money',
            total: true,
            highlight: 2,
            phone: 'hide',
          },
          ...DEDUCTIONS,
          ...margin(false),
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

const inPieces = ({ filters }: ReportView): boolean => filters.measure === 'pieces'

/** Returns the column of the quantity of the period: pieces of one product, or of several. */
const bought = (view: ReportView): ReportColumn =>
  quantity(view, {
    key: view.filters.units === 'cases' ? 'pcs' : 'pieces',
    header: 'Quantity',
    caseConfig: 'case_config',
    total: true,
  })[0]!

/** Returns the column of a month, or of several. */
function monthly(
  view: ReportView,
  { of, ...column }: Pick<ReportColumn, 'key' | 'header' | 'of' | 'adds'>,
): ReportColumn {
  const own = { ...column, total: true, sparse: true, phone: 'hide' } as const
  if (!inPieces(view)) return { ...own, type: 'money', of: of && 'amounts' }
  return quantity(view, { ...own, of, caseConfig: 'case_config' })[0]!
}

/** Returns a column per month, of amounts or of pieces. */
const months = (view: ReportView): readonly ReportColumn[] =>
  view.heads.map(({ key, label }, at, { length }) => ({
    ...monthly(view, { key, header: label, of: 'quantities' }),
    tablet: at < length - ON_TABLET ? 'hide' : undefined,
  }))

/** The months that a tablet has room for beside their sum. */
const ON_TABLET = 5

/** Returns the months before the last six, which a screen shows when they are chosen. */
const earlier = (view: ReportView) => months(view).slice(0, -6)

/** Returns the column of all those months, with which the others add up to the sum of the period. */
function before(view: ReportView): readonly ReportColumn[] {
  const adds = earlier(view).map(cellKey)
  if (adds.length === 0) return []
  const header = `Before ${view.heads.at(-6)!.label}`
  return [{ ...monthly(view, { key: 'earlier', header, adds }), tablet: 'hide' }]
}

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
  {
    key: 'last_order',
    header: 'Last order',
    type: 'date',
    highlight: 1,
    sort: 'last',
    tablet: 'hide',
  },
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
