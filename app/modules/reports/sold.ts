import { NO_CATEGORY } from '~/platform/values/categories'
import type { FilterChoice, Filters, ReportColumn, ReportFilter, ReportRow } from './definition'

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

/** The part of credit memos that is no return: allowances on prices, and goods whose booking nobody knew. */
export const ALLOWANCES: ReportColumn = {
  key: 'allowances',
  header: 'Allowances',
  type: 'money',
  total: true,
  sparse: true,
  extra: true,
}

/** The margin of sales without VAT at the moving average cost: net of VAT less cost; orders have none. */
export const MARGIN: readonly ReportColumn[] = [
  {
    key: 'net_of_vat',
    header: 'Net of VAT',
    type: 'money',
    total: true,
    sparse: true,
    optional: true,
    phone: 'hide',
    extra: true,
  },
  {
    key: 'cost',
    header: 'Cost',
    type: 'money',
    total: true,
    sparse: true,
    optional: true,
    permission: 'costs.read',
    phone: 'hide',
  },
  {
    key: 'margin',
    header: 'Margin',
    type: 'money',
    total: true,
    sparse: true,
    optional: true,
    highlight: 2,
    permission: 'costs.read',
    extra: true,
  },
  {
    key: 'margin_percent',
    header: 'Margin %',
    type: 'percent',
    total: true,
    optional: true,
    highlight: 2,
    permission: 'costs.read',
    extra: true,
  },
]

/** The columns of quantity: whole cases with the remaining pieces, and liters. */
export const HOW_MUCH: readonly ReportColumn[] = [
  { key: 'cs', header: 'Cases', type: 'count', total: true, phone: 'hide' },
  { key: 'pcs', header: 'pieces', type: 'count', total: true, sparse: true, extra: true },
  {
    key: 'litres',
    header: 'Liters',
    type: 'number',
    total: true,
    sparse: true,
    extra: true,
  },
]

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
