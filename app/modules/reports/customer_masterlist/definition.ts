import { NET_OF_CHEQUES } from '~/modules/receivables/terms'
import { paths } from '~/paths'
import { agent } from '../columns'
import type { ReportColumn, ReportDefinition } from '../definition'
import { drillDown } from '../drill'
import { orderBy } from '../sort'

const STATUSES = [
  { value: '', label: 'All' },
  { value: 'approved', label: 'Approved' },
  { value: 'pending', label: 'Pending' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'inactive', label: 'Inactive' },
]

const ORDERS = [
  { value: 'name', label: 'Name' },
  { value: 'collectibles', label: 'Highest outstanding balance' },
  { value: 'last_order', label: 'Oldest last order' },
  { value: 'added', label: 'Newest' },
]

/** Reports customers with their agents, balances and last orders. */
export const report: ReportDefinition = {
  path: paths.reports.report('customer_masterlist'),
  title: 'Customer master list',
  about: 'Customers with outstanding balance and last order date.',
  order: 10,
  permission: 'reports.masterlist',
  source: 'report_customer_masterlist',
  filters: [
    { kind: 'choice', name: 'status', label: 'Status', options: () => STATUSES },
    { kind: 'agent', name: 'agent_id', label: 'Agent' },
    { kind: 'list', name: 'manager_id', label: 'Manager', of: 'managers' },
    { kind: 'list', name: 'area', label: 'Area', of: 'areas' },
    { kind: 'count', name: 'quiet_days', label: 'No order for (days)' },
    { kind: 'flag', name: 'no_tin', label: 'Without TIN' },
    orderBy(ORDERS, ['customer', 'agent', 'area']),
  ],
  levels: [
    {
      value: 'grouped',
      label: 'Customers, by agent',
      counted: 'customers',
      groups: {
        named: ['agent_name'],
        rows: ['customer', 'customers'],
        name: ({ agent_name }) => String(agent_name),
      },
    },
    {
      value: 'by_area',
      label: 'Customers, by area',
      counted: 'customers',
      groups: {
        named: ['area'],
        rows: ['customer', 'customers'],
        name: ({ area }) => String(area ?? 'No area'),
      },
    },
    { value: 'customer', label: 'Customers, ungrouped', counted: 'customers' },
    { value: 'agent', label: 'Agents', counted: 'agents' },
    { value: 'area', label: 'Areas', counted: 'areas' },
  ],
  spare: () => ['tin_no', 'activity', 'orders'],
  hasTotal: () => true,
  columns: ({ level, filters }) => {
    const one = !WHAT[level]
    const days = filters.quiet_days ?? '90'
    return [
      ...(one ? CUSTOMER : WHAT[level]!),
      {
        key: 'customers',
        header: 'Customers',
        type: 'count',
        total: true,
        highlight: 1,
        ...(one ? { figureOnly: true } : {}),
      },
      {
        key: 'active',
        header: `Ordered in ${days} days`,
        type: 'count',
        total: true,
        highlight: 1,
        sparse: true,
        ...(one ? { figureOnly: true } : {}),
      },
      {
        key: 'credit_line',
        header: 'Credit limit',
        type: 'money',
        total: true,
        highlight: 1,
        ...limit(one),
      },
      {
        key: 'collectibles',
        header: NET_OF_CHEQUES,
        type: 'money',
        owed: true,
        total: true,
        highlight: 1,
        sort: 'collectibles',
      },
      ...(one ? CREDIT : []),
      { key: 'last_order', header: 'Last order', type: 'date', none: 'None', sort: 'last_order' },
      { key: 'first_order', header: 'First order', type: 'date', extra: true },
      { key: 'orders', header: 'Orders', type: 'count', total: true, sparse: true, phone: 'hide' },
      ...(one
        ? [
            {
              key: 'date_added',
              header: 'Date added',
              type: 'date',
              sort: 'added',
              phone: 'hide',
              tablet: 'hide',
            } as const,
          ]
        : []),
    ]
  },
}

/** The keys of a row that sums customers; the filters have the same names. */
const KEYS = ['agent_id', 'area']

/** Returns the text of an empty credit line: "No limit" for one customer, nothing in a sum. */
const limit = (one: boolean): Partial<ReportColumn> =>
  one ? { none: 'No limit', phone: 'hide' } : { phone: 'hide' }

const manager: ReportColumn = {
  key: 'manager_name',
  header: 'Manager',
  type: 'text',
  extra: true,
}
const area: ReportColumn = { key: 'area', header: 'Area', type: 'text' }

const CUSTOMER: readonly ReportColumn[] = [
  {
    key: 'name',
    header: 'Customer',
    type: 'text',
    phone: 'title',
    sort: 'name',
    link: ({ customer_id }) => paths.customers.customer(String(customer_id)),
    mark: ({ approval, approval_status }) =>
      approval_status === 'approved' ? null : String(approval),
  },
  { key: 'store_name', header: 'Store', type: 'text', extra: true },
  { ...area, phone: 'hide', tablet: 'hide' },
  { key: 'address', header: 'Address', type: 'text', extra: true },
  { key: 'contact', header: 'Contact person / phone', type: 'text', extra: true },
  { key: 'tin_no', header: 'TIN', type: 'text', none: 'No TIN' },
  { key: 'business_style', header: 'Business style', type: 'text', extra: true },
  agent,
  manager,
  { key: 'activity', header: 'Activity', type: 'text' },
  { key: 'approval', header: 'Approval', type: 'text', extra: true },
]

const CREDIT: readonly ReportColumn[] = [
  {
    key: 'credit_left',
    header: 'Available credit',
    type: 'money',
    none: 'No limit',
    mark: ({ credit_left }) => (String(credit_left).startsWith('-') ? 'Over' : null),
  },
  { key: 'terms_days', header: 'Terms (days)', type: 'count', extra: true },
]

/** The columns before the figures of a level that sums customers. */
const WHAT: Record<string, readonly ReportColumn[]> = {
  agent: [
    {
      ...agent,
      phone: 'title',
      link: (row, { filters }) => drillDown(filters, 'customer', row, KEYS),
    },
    manager,
  ],
  area: [
    {
      ...area,
      none: 'No area',
      phone: 'title',
      link: (row, { filters }) => (row.area ? drillDown(filters, 'customer', row, KEYS) : null),
    },
  ],
}
