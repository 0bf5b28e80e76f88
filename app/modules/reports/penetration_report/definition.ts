import { paths } from '~/paths'
import { NO_CATEGORY } from '~/platform/values/categories'
import { agent } from '../columns'
import type { Filters, ReportColumn, ReportDefinition, ReportRow, ReportView } from '../definition'
import { cellKey } from '../definition'
import { drillDown } from '../drill'
import { PERIOD } from '../period'
import { against, basis, howMuch, items, ofItem, QUANTITIES, WHAT, WHO } from '../sold'
import { orderBy } from '../sort'
import { units } from '../units'

const UNIVERSES = [
  { value: 'approved', label: 'Approved' },
  { value: 'active', label: 'Active outlets' },
]

const ORDERS = [
  { value: 'name', label: 'Name' },
  { value: 'percent', label: 'Highest penetration' },
  { value: 'gap', label: 'Largest gap' },
  { value: 'net', label: 'Highest sales' },
]

const MISSED_ORDERS = [
  { value: 'name', label: 'Agent' },
  { value: 'last', label: 'Oldest last order' },
  { value: 'credit', label: 'Highest available credit' },
]

/** Reports how many of an agent's outlets buy which goods, and which outlets do not. */
export const report: ReportDefinition = {
  path: paths.reports.report('penetration_report'),
  title: 'Penetration report',
  about: 'Buying outlets by agent and product, and non-buyers.',
  order: 11,
  permission: 'reports.penetration',
  source: 'report_penetration_report',
  filters: [
    basis,
    ...PERIOD,
    against,
    items,
    ...WHO,
    ...WHAT,
    { kind: 'choice', name: 'universe', label: 'Outlets', options: () => UNIVERSES },
    { kind: 'count', name: 'active_days', label: 'Active within (days, default 90)' },
    { kind: 'count', name: 'min_pieces', label: 'Minimum pieces' },
    units,
    orderBy(ORDERS, ['agent', 'item', 'manager']),
    orderBy(MISSED_ORDERS, ['not_buying']),
  ],
  levels: [
    { value: 'agent', label: 'Agents, across products', counted: 'agents' },
    { value: 'item', label: 'Products, across agents', counted: 'items' },
    {
      value: 'grouped',
      label: 'Products, by agent',
      counted: 'agent_items',
      groups: {
        named: ['agent_name'],
        rows: ['row', 'rows'],
        name: ({ agent_name }) => String(agent_name),
      },
    },
    { value: 'manager', label: 'Managers', counted: 'managers' },
    { value: 'not_buying', label: 'Non-buyers', counted: 'gap' },
  ],
  hasTotal: (level) => level !== 'not_buying',
  spare: (view) => [
    // The matrix has as many columns as there are agents or categories.
    ...cells(view).slice(4).map(cellKey),
    ...['previous_percent', 'net', 'drop_size', 'lines_per_order', 'bookings', ...QUANTITIES],
  ],
  sums: ({ level }) =>
    level === 'not_buying' ? [] : [{ total: 'gap', of: ['universe', '-buyers'] }],
  columns: (view) =>
    view.level === 'not_buying'
      ? [...NOT_BUYING, ...(CHOSEN.some((name) => view.filters[name]) ? [AVAILABLE] : [])]
      : [...WHOSE[view.level]!, ...REACH, ...cells(view), ...DEPTH, ...howMuch(view)],
  actions: ({ filters }) => [
    {
      label: 'Call sheet',
      to: `${paths.portals.callSheet}?${new URLSearchParams(filters)}`,
    },
  ],
}

/** Returns the address of the outlets in a row's gap; null when no filter can select them. */
function gapOf(row: ReportRow, { level, filters }: ReportView): string | null {
  if (!Number(row.gap)) return null
  const of = row.level === 'item' ? ofItem(filters, row) : {}
  if (!of || (level === 'manager' && !row.manager_id)) return null
  return drillDown({ ...filters, ...of, sort: 'name' }, 'not_buying', row, [
    'manager_id',
    'agent_id',
  ])
}

/** Returns the columns of the matrix. Each cell opens the outlets that do not buy. */
const cells = ({ heads, level, filters }: ReportView): readonly ReportColumn[] =>
  heads.map(
    ({ key, label }): ReportColumn => ({
      key,
      header: label,
      of: 'cells',
      type: 'percent',
      digits: 0,
      heat: true,
      total: true,
      phone: 'hide',
      link: (row) => missedIn(filters, level, row, key),
    }),
  )

function missedIn(filters: Filters, level: string, row: ReportRow, key: string): string | null {
  const by = filters.items ?? 'category1'
  const name = by === 'product' ? 'product_id' : by
  const of =
    level === 'item'
      ? ofItem(filters, row)
      : key || by !== 'product'
        ? { [name]: key || NO_CATEGORY }
        : null
  if (!of || (level === 'manager' && !row.manager_id)) return null
  const who: Record<string, string> = level === 'item' ? { agent_id: key } : {}
  return drillDown({ ...filters, ...of, ...who, sort: 'name' }, 'not_buying', row, [
    'manager_id',
    'agent_id',
  ])
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
  // A category opens its products.
  link: (row, { filters }) => {
    const of = filters.items === 'product' ? null : ofItem(filters, row)
    return of && drillDown({ ...filters, ...of, items: 'product' }, 'item', row, ['agent_id'])
  },
}
const code: ReportColumn = { key: 'material_code', header: 'Code', type: 'text', extra: true }

/** The columns before the figures, by level. */
const WHOSE: Record<string, readonly ReportColumn[]> = {
  agent: [
    {
      ...agent,
      phone: 'title',
      link: (row, { filters }) => drillDown(filters, 'item', row, ['agent_id']),
    },
    { ...manager, extra: true },
  ],
  item: [item, code],
  grouped: [item, code, agent, { ...manager, extra: true }],
  manager: [
    {
      ...manager,
      phone: 'title',
      link: (row, { filters }) =>
        row.manager_id ? drillDown(filters, 'agent', row, ['manager_id']) : null,
    },
  ],
}

const REACH: readonly ReportColumn[] = [
  { key: 'universe', header: 'Outlets', type: 'count', total: true, highlight: 1 },
  { key: 'buyers', header: 'Buying', type: 'count', total: true, highlight: 1 },
  {
    key: 'percent',
    header: 'Penetration',
    type: 'percent',
    total: true,
    highlight: 1,
    heat: true,
    sort: 'percent',
  },
  {
    key: 'gap',
    header: 'Non-buying outlets',
    type: 'count',
    total: true,
    highlight: 1,
    sort: { desc: 'gap' },
    link: gapOf,
  },
  {
    key: 'previous_percent',
    header: 'Previous',
    type: 'percent',
    total: true,
    highlight: 1,
    phone: 'hide',
  },
  { key: 'change', header: 'Change (pts)', type: 'number', total: true, extra: true },
]

const DEPTH: readonly ReportColumn[] = [
  {
    key: 'net',
    header: 'Net sales',
    type: 'money',
    total: true,
    highlight: 2,
    sort: { desc: 'net' },
  },
  {
    key: 'drop_size',
    header: 'Drop size',
    type: 'money',
    total: true,
    highlight: 2,
    phone: 'hide',
  },
  {
    key: 'lines_per_order',
    header: 'Lines per order',
    type: 'number',
    total: true,
    highlight: 2,
    phone: 'hide',
  },
  { key: 'bookings', header: 'Bookings', type: 'count', total: true, highlight: 2, phone: 'hide' },
]

const NOT_BUYING: readonly ReportColumn[] = [
  {
    key: 'customer_name',
    header: 'Customer',
    type: 'text',
    phone: 'title',
    link: ({ customer_id }) => paths.customers.customer(String(customer_id)),
  },
  { key: 'store_name', header: 'Store', type: 'text', extra: true },
  { key: 'agent_name', header: 'Agent', type: 'text' },
  { key: 'manager_name', header: 'Manager', type: 'text', extra: true },
  { key: 'area', header: 'Area', type: 'text' },
  { key: 'contact', header: 'Contact person / phone', type: 'text', extra: true },
  { key: 'last_bought', header: 'Last delivery', type: 'date', none: 'Never', sort: 'last' },
  { key: 'last_order', header: 'Last order', type: 'date', none: 'None' },
  {
    key: 'credit_left',
    header: 'Available credit',
    type: 'money',
    none: 'No limit',
    sort: { desc: 'credit' },
    mark: ({ credit_left }) => (String(credit_left).startsWith('-') ? 'Over' : null),
  },
  { key: 'credit_line', header: 'Credit limit', type: 'money', extra: true },
  {
    key: 'gap',
    header: 'Non-buying outlets',
    type: 'count',
    total: true,
    figureOnly: true,
    highlight: 1,
  },
  { key: 'universe', header: 'Outlets', type: 'count', figureOnly: true, highlight: 1 },
]

/** The filters that name the goods which are not bought. */
const CHOSEN = ['product_id', 'category1', 'category2', 'category3']

const AVAILABLE: ReportColumn = {
  key: 'available',
  header: 'Available',
  type: 'count',
  figureOnly: true,
  highlight: 1,
}
