import { STOCK_COSTS } from '~/modules/inventory/stock/costs'
import { paths } from '~/paths'
import { NO_CATEGORY } from '~/platform/values/categories'
import type {
  FilterChoice,
  Filters,
  ReportColumn,
  ReportDefinition,
  ReportProject,
  ReportRow,
} from '../definition'
import { drillDown } from '../drill'
import { PERIOD } from '../period'
import { orderBy } from '../sort'
import { quantity, units } from '../units'

/** Returns the choices for the valuation of stock, the project's setting first. */
function costsOf({ settings }: ReportProject): FilterChoice[] {
  const costs = Object.entries(STOCK_COSTS).map(([value, label]) => ({ value, label }))
  return settings.stock_cost === 'average' ? costs.toReversed() : costs
}

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

const ORDERS: FilterChoice[] = [
  { value: 'name', label: 'Name' },
  { value: 'code', label: 'Material code' },
  { value: 'ending', label: 'Highest stock' },
  { value: 'used', label: 'Most issued' },
  { value: 'cost_value', label: 'Highest value at cost', permission: 'costs.read' },
  { value: 'srp_value', label: 'Highest value at SRP' },
  { value: 'margin_value', label: 'Highest margin', permission: 'costs.read' },
]

const FLAT = ['product', 'category1', 'category2', 'category3', 'supplier']

const CATEGORIES = ['category1', 'category2', 'category3']

/** Reports stock: receipts, issues, stock on hand and its value. */
export const report: ReportDefinition = {
  path: paths.reports.report('inventory'),
  title: 'Inventory report',
  about: 'Stock movements, ending balance and valuation.',
  order: 1,
  permission: 'reports.inventory',
  source: 'report_inventory',
  filters: [
    ...PERIOD,
    { kind: 'list', name: 'category1', label: 'Category 1', of: 'categories_1' },
    { kind: 'list', name: 'category2', label: 'Category 2', of: 'categories_2' },
    { kind: 'list', name: 'category3', label: 'Category 3', of: 'categories_3' },
    {
      kind: 'list',
      name: 'supplier',
      label: 'Supplier',
      of: 'product_suppliers',
      permission: 'costs.read',
    },
    { kind: 'choice', name: 'status', label: 'Status', options: () => STATUSES },
    {
      kind: 'choice',
      name: 'cost',
      label: 'Valuation',
      options: costsOf,
      permission: 'costs.read',
    },
    { kind: 'flag', name: 'non_zero', label: 'Hide zero rows' },
    { kind: 'flag', name: 'below_reorder', label: 'Below reorder level' },
    units,
    orderBy(ORDERS, FLAT),
  ],
  levels: [
    {
      value: 'grouped',
      label: 'Products, by category',
      counted: 'products',
      groups: {
        named: CATEGORIES,
        rows: ['product', 'products'],
        name: (row, depth) => String(row[CATEGORIES[depth]!] ?? 'No category'),
      },
    },
    {
      value: 'by_supplier',
      label: 'Products, by supplier',
      counted: 'products',
      permission: 'costs.read',
      groups: {
        named: ['supplier'],
        rows: ['product', 'products'],
        name: ({ supplier: of }) => String(of ?? 'No supplier'),
      },
    },
    { value: 'product', label: 'Products, ungrouped', counted: 'products' },
    { value: 'category1', label: 'Category 1', counted: 'categories1' },
    { value: 'category2', label: 'Category 2', counted: 'categories2' },
    { value: 'category3', label: 'Category 3', counted: 'categories3' },
    { value: 'supplier', label: 'Suppliers', counted: 'suppliers', permission: 'costs.read' },
  ],
  spare: () => ['unit_of_measure', 'available', 'srp', 'srp_value', 'margin_value', 'to_buy'],
  hasTotal: () => true,
  sums: () => [
    {
      total: 'ending',
      of: ['opening', 'purchased', '-supplier_returned', 'returned', '-used', 'adjusted'],
    },
    { total: 'ending', of: ['sellable', 'bad_order'] },
    { total: 'margin_value', of: ['srp_value', '-cost_value'] },
  ],
  columns: (view) => {
    const { level } = view
    const products = !SUMMED[level]
    const inUnits = (columns: readonly ReportColumn[]) =>
      columns.flatMap((column) => quantity(view, { ...column, caseConfig: 'case_config' }))
    return [
      ...(products ? PRODUCT : [...SUMMED[level]!, count]),
      ...inUnits([...MOVES, ...HELD]),
      {
        key: 'litres',
        header: 'Liters',
        type: 'number',
        total: true,
        sparse: true,
        extra: true,
      },
      ...inUnits(NOW),
      ...(products ? PRICES : []),
      ...VALUES,
      {
        key: 'to_buy',
        header: 'Below reorder level',
        type: 'count',
        total: true,
        sparse: true,
        highlight: 1,
        // A product below its reorder level has a mark instead.
        ...(products ? { figureOnly: true } : { phone: 'hide' }),
      },
    ]
  },
}

/** The keys of a row that sums products; the filters have the same names. */
const KEYS = ['category1', 'category2', 'category3', 'supplier']

/** The categories that a row of each level names. */
const NAMED: Record<string, readonly string[]> = {
  category1: ['category1'],
  category2: ['category1', 'category2'],
  category3: ['category1', 'category2', 'category3'],
}

/** Returns the link to the next level, when the row has a name that a filter can select, or no category. */
const into =
  (level: string, name: string) =>
  (row: ReportRow, { filters }: { filters: Filters }) => {
    const named = NAMED[name]
    if (!named) return row[name] ? drillDown(filters, level, row, KEYS) : null
    const of = Object.fromEntries(named.map((key) => [key, row[key] ?? NO_CATEGORY]))
    return drillDown(filters, level, { ...row, ...of }, KEYS)
  }

const category1: ReportColumn = {
  key: 'category1',
  header: 'Category 1',
  type: 'text',
  none: 'No category',
}
const category2: ReportColumn = { ...category1, key: 'category2', header: 'Category 2' }
const category3: ReportColumn = { ...category1, key: 'category3', header: 'Category 3' }
const supplier: ReportColumn = {
  key: 'supplier',
  header: 'Supplier',
  type: 'text',
  none: 'No supplier',
  permission: 'costs.read',
}

const count: ReportColumn = { key: 'products', header: 'Products', type: 'count', total: true }

/** The columns before the figures of a level that sums products. */
const SUMMED: Record<string, readonly ReportColumn[]> = {
  category1: [{ ...category1, phone: 'title', link: into('category2', 'category1') }],
  category2: [
    { ...category2, phone: 'title', link: into('category3', 'category2') },
    { ...category1, extra: true },
  ],
  category3: [
    { ...category3, phone: 'title', link: into('product', 'category3') },
    { ...category2, extra: true },
    { ...category1, extra: true },
  ],
  supplier: [{ ...supplier, phone: 'title', link: into('product', 'supplier') }],
}

const PRODUCT: readonly ReportColumn[] = [
  {
    key: 'description',
    header: 'Product',
    type: 'text',
    phone: 'title',
    sort: 'name',
    link: ledgerOf,
    mark: ({ to_buy, status }) =>
      status === 'inactive' ? 'Inactive' : to_buy === 1 ? 'Below reorder level' : null,
  },
  {
    key: 'material_code',
    header: 'Material code',
    type: 'text',
    extra: true,
  },
  ...[category1, category2, category3, supplier].map(
    (name): ReportColumn => ({ ...name, none: undefined, extra: true }),
  ),
  { key: 'unit_of_measure', header: 'Unit', type: 'text', phone: 'hide' },
  { key: 'case_config', header: 'Pcs/case', type: 'count', extra: true },
]

/** The columns of movements; decreases are below the increases. */
const MOVES: readonly ReportColumn[] = [
  { key: 'opening', header: 'Opening', type: 'count', total: true, highlight: 2 },
  {
    key: 'purchased',
    header: 'Purchased',
    type: 'count',
    total: true,
    sparse: true,
    highlight: 2,
  },
  {
    key: 'supplier_returned',
    header: 'Returned to supplier',
    type: 'count',
    total: true,
    sparse: true,
    tablet: 'hide',
  },
  {
    key: 'returned',
    header: 'Customer returns',
    type: 'count',
    total: true,
    sparse: true,
    tablet: 'hide',
  },
  {
    key: 'used',
    header: 'Issued (delivered)',
    type: 'count',
    total: true,
    sparse: true,
    highlight: 2,
    sort: 'used',
  },
  {
    key: 'adjusted',
    header: 'Adjustments',
    type: 'count',
    total: true,
    sparse: true,
    tablet: 'hide',
  },
]

/** The columns of stock at the end of the period. */
const HELD: readonly ReportColumn[] = [
  { key: 'ending', header: 'Ending', type: 'count', total: true, highlight: 2, sort: 'ending' },
  { key: 'sellable', header: 'Sellable', type: 'count', total: true, extra: true },
  {
    key: 'bad_order',
    header: 'Bad orders',
    type: 'count',
    total: true,
    sparse: true,
    extra: true,
  },
]

/** The columns of stock of now. */
const NOW: readonly ReportColumn[] = [
  { key: 'available', header: 'Available now', type: 'count', total: true, phone: 'hide' },
  {
    key: 'reserved',
    header: 'Reserved now',
    type: 'count',
    total: true,
    sparse: true,
    extra: true,
  },
]

const PRICES: readonly ReportColumn[] = [
  { key: 'srp', header: 'SRP', type: 'money', pieces: 'srp_pieces', phone: 'hide' },
  {
    key: 'cost',
    header: 'Cost',
    type: 'money',
    pieces: 'cost_pieces',
    extra: true,
    permission: 'costs.read',
  },
]

const VALUES: readonly ReportColumn[] = [
  {
    key: 'cost_value',
    header: 'Value at cost',
    type: 'money',
    total: true,
    highlight: 1,
    sort: 'cost_value',
    permission: 'costs.read',
  },
  // Says what the journal says, also where the cost value is at default cost.
  {
    key: 'book_value',
    header: 'Book value',
    type: 'money',
    total: true,
    extra: true,
    permission: 'costs.read',
  },
  {
    key: 'srp_value',
    header: 'Value at SRP',
    type: 'money',
    total: true,
    highlight: 1,
    sort: 'srp_value',
  },
  {
    key: 'margin_value',
    header: 'Margin',
    type: 'money',
    total: true,
    highlight: 1,
    sort: 'margin_value',
    permission: 'costs.read',
  },
]

/** Returns the address of the movements behind a product's figures. */
function ledgerOf({ product_id }: ReportRow, { filters }: { filters: Filters }): string {
  const { from = '', to = '' } = filters
  return `${paths.inventory.ledger(String(product_id))}?${new URLSearchParams({ from, to })}`
}
