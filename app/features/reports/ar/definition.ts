import { today } from '~/platform/dates'
import type { Filters, ReportColumn, ReportDefinition, ReportRow } from '../definition'
import { bucketNames } from './ageing'

const BASES = [
  { value: 'invoice', label: 'Invoice date' },
  { value: 'delivery', label: 'Delivery date' },
  { value: 'added', label: 'Date added' },
]

const AGES = [
  { value: 'due', label: 'Due date' },
  { value: 'document', label: 'Document date' },
]

const MARKS: Record<string, string> = { advance: 'Advance', unapplied: 'Unapplied' }

/** Accounts receivable with ageing as of any date (design: report 8). */
export const arReport: ReportDefinition = {
  path: '/reports_ar',
  title: 'Accounts receivable',
  about: 'Who owes what, and since when.',
  permission: 'reports.ar',
  source: 'report_ar',
  filters: [
    { kind: 'date', name: 'as_of', label: 'As of', initial: ({ timeZone }) => today(timeZone) },
    { kind: 'choice', name: 'basis', label: 'Dated by', options: () => BASES },
    {
      kind: 'choice',
      name: 'age_by',
      label: 'Age by',
      options: ({ settings }) => (settings.age_by === 'due' ? AGES : AGES.toReversed()),
    },
    { kind: 'agent', name: 'agent_id', label: 'Agent' },
    { kind: 'customer', name: 'customer_id', label: 'Customer' },
    { kind: 'flag', name: 'overdue_only', label: 'Overdue only' },
  ],
  levels: [
    { value: 'document', label: 'Documents' },
    { value: 'customer', label: 'Customers' },
    { value: 'agent', label: 'Agents' },
  ],
  columns: ({ level, filters, settings }) => {
    const ageBy = filters.age_by === 'document' ? 'document' : 'due'
    return [
      ...WHO[level]!,
      { key: 'total', header: 'Total', type: 'money', total: true, phone: 'hide' },
      {
        key: 'collected',
        header: 'Collected',
        type: 'money',
        total: true,
        sparse: true,
        under: 'total',
      },
      { key: 'balance', header: 'Balance', type: 'money', total: true, highlight: true },
      ...[...bucketNames(settings.ageing_buckets, ageBy)].map(
        ([key, header]): ReportColumn => ({
          key,
          header,
          type: 'money',
          total: true,
          highlight: true,
          sparse: true,
          // The card of a phone has the age; which bucket that is can be read from it.
          phone: level === 'document' ? 'hide' : undefined,
        }),
      ),
    ]
  },
}

const agent: ReportColumn = { key: 'agent_name', header: 'Agent', type: 'text' }
const store: ReportColumn = {
  key: 'store_name',
  header: 'Store',
  type: 'text',
  under: 'customer_name',
}

const customer: ReportColumn = {
  key: 'customer_name',
  header: 'Customer',
  type: 'text',
  phone: 'title',
  link: (row) => `/customers/customer-list/${row.customer_id}`,
}

const documents: ReportColumn = {
  key: 'documents',
  header: 'Documents',
  type: 'count',
  total: true,
  link: (row, { filters }) => deeper(filters, 'document', row),
}

/** The columns before the amounts, by level. */
const WHO: Record<string, readonly ReportColumn[]> = {
  document: [
    customer,
    store,
    { ...agent, under: 'customer_name' },
    {
      key: 'so_no',
      header: 'SO no.',
      type: 'text',
      link: documentOf,
      mark: (row) => MARKS[String(row.row_kind)] ?? null,
    },
    { key: 'document_no', header: 'Invoice or CR no.', type: 'text', under: 'so_no' },
    { key: 'doc_date', header: 'Date', type: 'date' },
    { key: 'due_date', header: 'Due', type: 'date', under: 'doc_date' },
    { key: 'age_days', header: 'Age', type: 'count' },
  ],
  customer: [
    customer,
    store,
    agent,
    documents,
    { key: 'age_days', header: 'Oldest', type: 'count' },
  ],
  agent: [
    {
      ...agent,
      phone: 'title',
      link: (row, { filters }) => deeper(filters, 'customer', row),
    },
    documents,
    { key: 'age_days', header: 'Oldest', type: 'count' },
  ],
}

/** The booking of a row, or the receipt whose credit is not applied. */
function documentOf({ booking_id, document_no }: ReportRow): string {
  if (booking_id) return `/sales/bookings/${booking_id}`
  const search = new URLSearchParams({ q: String(document_no) })
  return `/treasury/treasury-list/treasury-view-list?${search}`
}

/** The same report one level down, for this row only. */
function deeper(filters: Filters, level: string, row: ReportRow): string {
  const narrowed = new URLSearchParams({ ...filters, level })
  if (row.agent_id) narrowed.set('agent_id', String(row.agent_id))
  if (row.customer_id) narrowed.set('customer_id', String(row.customer_id))
  return `?${narrowed}`
}
