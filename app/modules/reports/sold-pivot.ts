import { paths } from '~/paths'
import { NO_CATEGORY } from '~/platform/values/categories'
import type { Pivot, PivotDimension } from './definition'

const BY: readonly PivotDimension[] = [
  { value: 'agent', label: 'Agent', filter: 'agent_id' },
  { value: 'month', label: 'Month', filter: 'month' },
  { value: 'customer', label: 'Customer', filter: 'customer_id' },
  { value: 'manager', label: 'Manager', filter: 'manager_id' },
  { value: 'category1', label: 'Category 1', filter: 'category1', none: NO_CATEGORY },
  { value: 'category2', label: 'Category 2', filter: 'category2', none: NO_CATEGORY },
  { value: 'category3', label: 'Category 3', filter: 'category3', none: NO_CATEGORY },
  { value: 'product', label: 'Product', filter: 'product_id' },
]

const MEASURES: Pivot['measures'] = [
  { value: 'net', label: 'Net', type: 'money' },
  { value: 'gross', label: 'Gross', type: 'money' },
  { value: 'discount', label: 'Discount', type: 'money' },
  { value: 'returns', label: 'Returns', type: 'money' },
  { value: 'allowances', label: 'Allowances', type: 'money' },
  { value: 'net_of_vat', label: 'Net of VAT', type: 'money' },
  { value: 'cost', label: 'Cost', type: 'money', permission: 'costs.read' },
  { value: 'margin', label: 'Margin', type: 'money', permission: 'costs.read' },
  { value: 'margin_percent', label: 'Margin %', type: 'percent', permission: 'costs.read' },
  { value: 'pieces', label: 'Pieces', type: 'count' },
  { value: 'cs', label: 'Cases', type: 'count' },
  { value: 'litres', label: 'Liters', type: 'number' },
  { value: 'free', label: 'Free pieces', type: 'count' },
]

/** Returns the pivot of a report of sales, whose rows are about agents or customers unless others are chosen. */
export function soldPivot(rows: 'agent' | 'customer'): Pivot {
  const first = ['month', rows === 'agent' ? 'customer' : 'agent']
  const [own, ...next] = [rows, ...first].map((name) => BY.find(({ value }) => value === name)!)
  return {
    dimensions: [own!, ...next, ...BY.slice(3)],
    measures: MEASURES,
    lines: { level: 'line', at: rows === 'agent' ? '' : paths.reports.report('sales') },
  }
}
