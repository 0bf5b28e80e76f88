import { NO_CATEGORY } from '~/platform/values/categories'
import type {
  FilterChoice,
  Filters,
  ReportColumn,
  ReportFilter,
  ReportRow,
  ReportSum,
  ReportView,
} from './definition'
import { quantity } from './units'

/** The filters and columns that reports about sales have in common. */

export const BASES: readonly FilterChoice[] = [
  { value: 'delivery', label: 'Sales, by delivery date' },
  { value: 'added', label: 'Orders, by booking date' },
]

const AGAINST: readonly FilterChoice[] = [
  { value: 'previous', label: 'Previous period' },
  { value: 'year', label: 'Same period last year' },
  { value: 'none', label: 'None' },
]

export const ITEMS = [
  { value: 'category1', label: 'Category 1' },
  { value: 'category2', label: 'Category 2' },
  { value: 'category3', label: 'Category 3' },
  { value: 'product', label: 'Product' },
] as const
export type Items = (typeof ITEMS)[number]['value']

export const basis: ReportFilter = {
  kind: 'choice',
  name: 'basis',
  label: 'Date basis',
  options: () => [...BASES],
}

export const against: ReportFilter = {
  kind: 'choice',
  name: 'against',
  label: 'Compare with',
  options: () => [...AGAINST],
}

export const items: ReportFilter = {
  kind: 'choice',
  name: 'items',
  label: 'View',
  options: () => [...ITEMS],
}

/** The filters by agent and by goods. */
export const WHO: readonly ReportFilter[] = [
  { kind: 'agent', name: 'agent_id', label: 'Agent' },
  { kind: 'list', name: 'manager_id', label: 'Manager', of: 'managers' },
]
export const WHAT: readonly ReportFilter[] = [
  { kind: 'list', name: 'category1', label: 'Category 1', of: 'categories_1' },
  { kind: 'list', name: 'category2', label: 'Category 2', of: 'categories_2' },
  { kind: 'list', name: 'category3', label: 'Category 3', of: 'categories_3' },
  { kind: 'list', name: 'product_id', label: 'Product', of: 'products' },
]

/** The keys of a row; the filters have the same names. */
export const KEYS = ['manager_id', 'agent_id', 'customer_id', 'product_id']

/**
 * The deductions from gross sales: one column and one figure for a screen, and its parts where they are chosen. Allowances are the part of credit
 * memos that is no return: on prices, and for goods whose booking nobody knew.
 */
export const DEDUCTIONS: readonly ReportColumn[] = [
  {
    key: 'deductions',
    header: 'Deductions',
    type: 'money',
    total: true,
    sparse: true,
    phone: 'hide',
    highlight: 2,
    adds: ['discount', 'returns', 'allowances'],
  },
  ...(
    [
      { key: 'discount', header: 'Discount' },
      { key: 'returns', header: 'Returns' },
      { key: 'allowances', header: 'Allowances' },
    ] as const
  ).map(
    (part): ReportColumn => ({ ...part, type: 'money', total: true, sparse: true, extra: true }),
  ),
]

const MARGIN = [
  { key: 'net_of_vat', header: 'Net of VAT', type: 'money' },
  { key: 'cost', header: 'Cost', type: 'money', permission: 'costs.read' },
  { key: 'margin', header: 'Margin', type: 'money', permission: 'costs.read' },
  { key: 'margin_percent', header: 'Margin %', type: 'percent', permission: 'costs.read' },
] as const

/**
 * Returns the columns of the margin of sales without VAT at the moving average cost: net of VAT less cost; orders have none. The
 * margin stands with both, in the table when it is shown, else among the figures above it.
 */
export const margin = (shown: boolean): readonly ReportColumn[] =>
  MARGIN.map((column) => ({
    ...column,
    total: true,
    sparse: column.type === 'money',
    optional: true,
    highlight: shown && column.type === 'money' ? undefined : 2,
    phone: 'hide',
    // A tablet has the margin alone.
    tablet: column.key === 'margin' ? undefined : 'hide',
    extra: !shown || column.type === 'percent',
  }))

/** The sums that make up net sales and their margin. */
export const SALES_SUMS: readonly ReportSum[] = [
  { total: 'net', of: ['gross', '-discount', '-returns', '-allowances'] },
  { total: 'margin', of: ['net_of_vat', '-cost'] },
]

/** Returns the columns of what was sold: the quantity, and liters. */
export const howMuch = (view: ReportView): readonly ReportColumn[] => [
  ...quantity(view, {
    key: 'pieces',
    header: 'Quantity',
    apart: ['cs', 'pcs'],
    total: true,
    phone: 'hide',
  }),
  LITERS,
]

/** The keys of the quantity, whatever its unit. */
export const QUANTITIES = ['cs', 'pcs', 'pieces']

export const LITERS: ReportColumn = {
  key: 'litres',
  header: 'Liters',
  type: 'number',
  total: true,
  sparse: true,
  extra: true,
}

/** Pieces that were given away, which the columns of quantity leave out. */
export const FREE_GOODS: ReportColumn = {
  key: 'free',
  header: 'Free pieces',
  type: 'count',
  total: true,
  sparse: true,
  extra: true,
}

/** Returns the filter for a row's product or category, which may be none; null for a row that sums more. */
export function ofItem(
  { items: by = 'category1' }: Filters,
  row: ReportRow,
): Record<string, string> | null {
  if (by === 'product') return row.product_id ? { product_id: String(row.product_id) } : null
  if (row.item) return { [by]: String(row.item) }
  return ['item', 'item_month'].includes(String(row.level)) ? { [by]: NO_CATEGORY } : null
}
