import type { ReactNode } from 'react'
import { paths } from '~/paths'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import { requestKindLabel } from '../kinds'
import type { RequestRow } from '../queries.server'

interface Props {
  caption: string
  rows: readonly RequestRow[]
  names: Record<string, string>
  empty: ReactNode
  count?: number
  footer?: ReactNode
  /** True on a booking's page, where number and customer are known. */
  ofBooking?: boolean
}

/** Lists warehouse requests; each row links to its page. */
export function RequestTable({ names, ofBooking, ...table }: Props) {
  const who = (id: string | null) => (id ? (names[id] ?? 'Former member') : '–')
  const booking: Column<RequestRow>[] = [
    { key: 'so', header: 'SO no.', cell: (row) => row.soNo },
    { key: 'customer', header: 'Customer', cell: (row) => row.customer },
  ]
  const columns: Column<RequestRow>[] = [
    { key: 'no', header: 'Request no.', cell: (row) => row.requestNo },
    { key: 'status', header: 'Status', cell: (row) => <StageBadge stage={row.status} /> },
    { key: 'kind', header: 'Type', cell: (row) => requestKindLabel(row.kind) },
    ...(ofBooking ? [] : booking),
    {
      key: 'reason',
      header: 'Reason',
      className: 'sm:not-print:max-w-32!',
      cell: (row) => row.reason,
    },
    { key: 'asked', header: 'Requested', cell: (row) => <DateText value={row.dateAdded} /> },
    { key: 'by', header: 'By', cell: (row) => who(row.requestedBy) },
    { key: 'decided', header: 'Decided by', cell: (row) => who(row.decidedBy) },
  ]
  return (
    <DataTable
      {...table}
      columns={columns}
      rowKey={(row) => row.id}
      rowLink={(row) => paths.warehouse.request(row.id)}
    />
  )
}
