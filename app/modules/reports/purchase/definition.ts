import { PURCHASE_KINDS } from '~/modules/inventory/purchases/kinds'
import { paths } from '~/paths'
import { NO_CATEGORY } from '~/platform/values/categories'
import type {
  Filters,
  Pivot,
  ReportColumn,
  ReportDefinition,
  ReportRow,
  ReportView,
} from '../definition'
import { drillDown } from '../drill'
import { inPeriodOf, PERIOD } from '../period'
import { orderBy } from '../sort'
import { quantity, units } from '../units'

const BASES = [
  { value: 'added', label: 'Date added', short: 'Date added' },
  { value: 'invoice', label: 'Invoice date', short: 'Invoiced' },
  { value: 'delivery', label: 'Delivery date', short: 'Delivered' },
] as const

const ORDERS = [
  { value: 'name', label: 'Date or name' },
  { value: 'amount', label: 'Highest amount' },
  { value: 'quantity', label: 'Most pieces' },
]

const FLAT = ['line', 'record', 'supplier', 'category', 'product', 'month', 'day']

const PIVOT: Pivot = {
  dimensions: [
    { value: 'supplier', label: 'Supplier', filter: 'supplier', named: true },
    { value: 'month', label: 'Month', filter: 'month' },
    { value: 'category1', label: 'Category 1', filter: 'category1', none: NO_CATEGORY },
    { value: 'product', label: 'Product', filter: 'product_id' },
  ],
  measures: [
    { value: 'amount', label: 'Net amount', type: 'money' },
    { value: 'purchases', label: 'Purchases', type: 'money' },
    { value: 'supplier_returns', label: 'Returned to supplier', type: 'money' },
    { value: 'returns_in', label: 'Customer returns', type: 'money' },
    { value: 'quantity', label: 'Pieces', type: 'count' },
    { value: 'litres', label: 'Liters', type: 'number' },
    { value: 'lines', label: 'Lines', type: 'count' },
  ],
  lines: { level: 'line' },
}

/** Reports purchases by supplier with amounts, and returns to suppliers. */
export const report: ReportDefinition = {
  path: paths.reports.report('purchase'),
  title: 'Purchase report',
  about: 'Purchases and returns by supplier and product.',
  order: 7,
  permission: 'reports.purchase',
  source: 'report_purchase',
  filters: [
    { kind: 'choice', name: 'basis', label: 'Date basis', options: () => [...BASES] },
    ...PERIOD,
    {
      kind: 'choice',
      name: 'kind',
      label: 'Type',
      options: () => [
        { value: '', label: 'All' },
        ...PURCHASE_KINDS.map(({ value, label }) => ({ value, label })),
      ],
    },
    { kind: 'list', name: 'supplier', label: 'Supplier', of: 'suppliers' },
    { kind: 'list', name: 'category1', label: 'Category 1', of: 'categories_1' },
    { kind: 'list', name: 'product_id', label: 'Product', of: 'products' },
    { kind: 'flag', name: 'cancelled', label: 'Include cancelled' },
    units,
    orderBy(ORDERS, FLAT),
  ],
  pivot: PIVOT,
  hasTotal: () => true,
  levels: [
    {
      value: 'grouped',
      label: 'Lines, by supplier and PO',
      counted: 'lines',
      groups: {
        named: ['supplier', 'po_no'],
        rows: ['line', 'lines'],
        name: ({ po_no, supplier: from, kind: of }) =>
          String(
            po_no ??
              from ??
              (of === 'return_in' ? 'Customer returns' : 'Purchases less returns to suppliers'),
          ),
      },
    },
    { value: 'line', label: 'Lines, by date', counted: 'lines' },
    { value: 'record', label: 'POs', counted: 'records' },
    { value: 'supplier', label: 'Suppliers', counted: 'suppliers' },
    { value: 'category', label: 'Categories', counted: 'categories' },
    { value: 'product', label: 'Products', counted: 'products' },
    { value: 'month', label: 'Months', counted: 'months' },
    { value: 'day', label: 'Days', counted: 'days' },
  ],
  // A line is a purchase or a return, which its sign says.
  sums: ({ level }) =>
    level === 'grouped' || level === 'line'
      ? []
      : [{ total: 'amount', of: ['purchases', '-supplier_returns'] }],
  columns: (view) => {
    const { level, filters } = view
    const lines = level === 'grouped' || level === 'line'
    return [
      ...(lines ? perLine(filters) : WHAT[level]!(filters)),
      ...(lines ? [] : COUNTS.filter(({ key }) => key !== 'records' || level !== 'record')),
      ...pieces(view),
      ...(lines ? PRICES : []),
      ...amounts(view, lines),
      ...(filters.cancelled ? cancelled(view) : []),
    ]
  },
}

/** The keys of a row that sums lines; the filters have the same names. */
const KEYS = ['supplier', 'category1', 'product_id']

const product: ReportColumn = {
  key: 'description',
  header: 'Product',
  type: 'text',
  phone: 'title',
  link: ({ product_id }) => paths.inventory.product(String(product_id)),
}
const code: ReportColumn = {
  key: 'material_code',
  header: 'Material code',
  type: 'text',
  extra: true,
}
const supplier: ReportColumn = { key: 'supplier', header: 'Supplier', type: 'text' }
const category: ReportColumn = {
  key: 'category1',
  header: 'Category 1',
  type: 'text',
  none: 'No category',
}
const record: ReportColumn = {
  key: 'po_no',
  header: 'PO no.',
  type: 'text',
  link: ({ purchase_id }) => paths.inventory.purchase(String(purchase_id)),
  mark: ({ status }) => (status === 'cancelled' ? 'Cancelled' : null),
}
const invoice: ReportColumn = {
  key: 'invoice_no',
  header: 'Supplier invoice',
  type: 'text',
  extra: true,
}
const kind: ReportColumn = { key: 'return_type', header: 'Type', type: 'text', extra: true }

/** Returns the columns of the date basis, and of the other two dates below it. */
function dates({ basis }: Filters): readonly ReportColumn[] {
  const chosen = BASES.find(({ value }) => value === basis) ?? BASES[0]
  return [
    { key: 'on_date', header: chosen.short, type: 'date' },
    ...BASES.filter((each) => each !== chosen).map(
      ({ value, short }): ReportColumn => ({
        key: value === 'added' ? 'date_added' : `${value}_date`,
        header: short,
        type: 'date',
        extra: true,
      }),
    ),
  ]
}

const perLine = (filters: Filters): readonly ReportColumn[] => [
  product,
  code,
  { ...category, none: undefined, extra: true },
  record,
  invoice,
  supplier,
  kind,
  ...dates(filters),
]

/** The columns before the figures of a level that sums lines. */
const WHAT: Record<string, (filters: Filters) => readonly ReportColumn[]> = {
  record: (filters) => [{ ...record, phone: 'title' }, invoice, supplier, kind, ...dates(filters)],
  supplier: () => [{ ...supplier, phone: 'title' }],
  category: () => [{ ...category, phone: 'title' }],
  product: () => [product, code, { ...category, none: undefined }],
  month: () => [{ key: 'month', header: 'Month', type: 'text', phone: 'title' }],
  day: () => [{ key: 'on_date', header: 'Day', type: 'date', phone: 'title' }],
}

const COUNTS: readonly ReportColumn[] = [
  { key: 'records', header: 'POs', type: 'count', total: true },
  {
    key: 'lines',
    header: 'Lines',
    type: 'count',
    total: true,
    link: (row, { filters }) => linesOf(filters, row),
  },
]

/** Returns the column with the case config, at levels whose rows are of one product. */
function caseConfigOf(level: string) {
  return ['grouped', 'line', 'product'].includes(level) ? 'case_config' : undefined
}

function pieces(view: ReportView): readonly ReportColumn[] {
  return [
    ...quantity(view, {
      key: 'quantity',
      header: 'Quantity',
      caseConfig: caseConfigOf(view.level),
      total: true,
      sparse: true,
      sort: 'quantity',
    }),
    {
      key: 'litres',
      header: 'Liters',
      type: 'number',
      total: true,
      sparse: true,
      extra: true,
    },
  ]
}

const PRICES: readonly ReportColumn[] = [
  { key: 'cost', header: 'Cost', type: 'money', pieces: 'cost_pieces' },
  { key: 'prod_srp', header: 'New SRP', type: 'money', pieces: 'prod_srp_pieces', extra: true },
]

/**
 * Returns the columns of gross purchases, returns to suppliers and net; returns from customers are
 * separate.
 */
function amounts(view: ReportView, lines: boolean): readonly ReportColumn[] {
  // A line is either a purchase or a return, which the sign of its net amount shows.
  const parts: Partial<ReportColumn> = lines ? { figureOnly: true } : { phone: 'hide' }
  return [
    {
      key: 'purchases',
      header: 'Purchases',
      type: 'money',
      total: true,
      sparse: true,
      highlight: 1,
      ...parts,
    },
    {
      key: 'supplier_returns',
      header: 'Returned to supplier',
      type: 'money',
      total: true,
      sparse: true,
      highlight: 1,
      ...parts,
    },
    {
      key: 'amount',
      header: 'Net amount',
      type: 'money',
      total: true,
      sparse: true,
      highlight: 1,
      sort: 'amount',
    },
    {
      key: 'variance',
      header: 'Price variance',
      type: 'money',
      total: true,
      sparse: true,
      extra: true,
    },
    {
      key: 'srp_amount',
      header: 'Value at SRP',
      type: 'money',
      total: true,
      sparse: true,
      extra: true,
    },
    {
      key: 'returns_in',
      header: 'Customer returns',
      type: 'money',
      total: true,
      sparse: true,
      highlight: 1,
      phone: 'hide',
    },
    ...quantity(view, {
      key: 'in_quantity',
      header: 'Quantity returned',
      caseConfig: caseConfigOf(view.level),
      total: true,
      sparse: true,
      extra: true,
    }),
  ]
}

const cancelled = (view: ReportView): readonly ReportColumn[] => [
  {
    key: 'cancelled',
    header: 'Cancelled',
    type: 'money',
    total: true,
    sparse: true,
    highlight: 1,
    phone: 'hide',
  },
  ...quantity(view, {
    key: 'cancelled_quantity',
    header: 'Quantity cancelled',
    caseConfig: caseConfigOf(view.level),
    total: true,
    sparse: true,
    extra: true,
  }),
]

/** Returns the address of the lines that a row sums; null when no filter can select them. */
function linesOf(filters: Filters, row: ReportRow): string | null {
  if (row.month || row.level === 'day') return inPeriodOf(filters, 'line', row)
  if (row.purchase_id) return null
  const named: ReportRow =
    row.level === 'category' ? { ...row, category1: row.category1 ?? NO_CATEGORY } : row
  return KEYS.some((key) => named[key]) ? drillDown(filters, 'line', named, KEYS) : null
}
