import { paths } from '~/paths'
import { agent } from '../columns'
import type { ReportColumn, ReportDefinition } from '../definition'
import { drillDown } from '../drill'
import { inPeriodOf, PERIOD } from '../period'

/** Reports what agents visited of their routes, and where they sold. */
export const report: ReportDefinition = {
  path: paths.reports.report('visits'),
  title: 'Visits',
  about: 'Stops of routes, visited, skipped and with an order, by agent.',
  order: 12,
  permission: 'reports.visits',
  source: 'report_visits',
  filters: [
    ...PERIOD,
    { kind: 'agent', name: 'agent_id', label: 'Agent' },
    { kind: 'list', name: 'manager_id', label: 'Manager', of: 'managers' },
    { kind: 'customer', name: 'customer_id', label: 'Customer' },
  ],
  levels: [
    { value: 'agent', label: 'Agents', counted: 'agents' },
    {
      value: 'grouped',
      label: 'Stops, by agent',
      counted: 'stops',
      groups: {
        named: ['agent_name'],
        rows: ['stop', 'stops'],
        name: ({ agent_name }) => String(agent_name),
      },
    },
    { value: 'stop', label: 'Stops, ungrouped', counted: 'stops' },
    { value: 'day', label: 'Days', counted: 'days' },
  ],
  hasTotal: () => true,
  columns: ({ level }) => {
    const one = level === 'stop' || level === 'grouped'
    return [...(one ? STOP : WHAT[level]!), ...FIGURES, ...(one ? ABOUT : RATES)]
  },
}

const WHAT: Record<string, readonly ReportColumn[]> = {
  agent: [
    {
      ...agent,
      phone: 'title',
      link: (row, { filters }) => drillDown(filters, 'stop', row, ['agent_id']),
    },
  ],
  day: [
    {
      key: 'on_date',
      header: 'Date',
      type: 'date',
      phone: 'title',
      link: (row, { filters }) => inPeriodOf(filters, 'stop', row),
    },
  ],
}

const STOP: readonly ReportColumn[] = [
  {
    key: 'customer_name',
    header: 'Customer',
    type: 'text',
    phone: 'title',
    link: ({ customer_id }) => paths.customers.customer(String(customer_id)),
  },
  { key: 'store_name', header: 'Store', type: 'text', extra: true },
  { key: 'area', header: 'Area', type: 'text', phone: 'hide' },
  { key: 'on_date', header: 'Date', type: 'date' },
  agent,
  { key: 'place', header: 'Stop', type: 'count', extra: true },
]

const count = (key: string, header: string, more: Partial<ReportColumn> = {}): ReportColumn => ({
  ...{ key, header, type: 'count', total: true, sparse: true },
  ...more,
})

const FIGURES: readonly ReportColumn[] = [
  count('planned', 'Planned', { highlight: 1 }),
  count('on_route', 'Visited as planned', { highlight: 1 }),
  count('off_route', 'Other visits'),
  count('skipped', 'Skipped', { highlight: 1 }),
  count('ordered', 'With an order', { highlight: 1 }),
]

const RATES: readonly ReportColumn[] = [
  {
    key: 'coverage',
    header: 'Coverage',
    type: 'percent',
    digits: 1,
    total: true,
    highlight: 1,
    heat: true,
  },
  {
    key: 'productive',
    header: 'Visits with an order',
    type: 'percent',
    digits: 1,
    total: true,
    highlight: 1,
  },
  count('minutes', 'Minutes', { phone: 'hide', tablet: 'hide' }),
]

const ABOUT: readonly ReportColumn[] = [
  { key: 'begun', header: 'Begun', type: 'text' },
  { key: 'ended', header: 'Ended', type: 'text', phone: 'hide' },
  count('minutes', 'Minutes', { phone: 'hide' }),
  { key: 'reason', header: 'Reason', type: 'text' },
  {
    key: 'places',
    header: 'Location (accuracy)',
    type: 'text',
    extra: true,
    permission: 'visits.locate',
  },
]
