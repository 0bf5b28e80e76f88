import type { ReactNode } from 'react'
import { paths } from '~/paths'
import type { ListOrder } from '~/platform/db/orders'
import { StageBadge } from '~/ui/Badge'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import { useListLink } from '~/ui/useListLink'
import { requestKindLabel } from '../kinds'
import type { RequestRow } from '../queries.server'

interface Props {
  caption: string
  rows: readonly (RequestRow & { cursor?: string })[]
  names: Record<string, string>
  empty: ReactNode
  count?: number
  footer?: ReactNode
  /** True on a booking's page, where number and customer are known. */
  ofBooking?: boolean
  order?: ListOrder
}

/** Returns the columns of a list of requests. */
export function requestColumns(
  names: Record<string, string>,
  ofBooking = false,
): Column<RequestRow>[] {
  const who = (id: string | null) => (id ? (names[id] ?? 'Former member') : '–')
  const booking: Column<RequestRow>[] = [
    { key: 'so', header: 'SO no.', cell: (row) => row.soNo },
    { key: 'customer', header: 'Customer', grow: true, cell: (row) => row.customer },
  ]
  return [
    { key: 'no', header: 'Request no.', cell: (row) => row.requestNo },
    {
      key: 'status',
      header: 'Status',
      phone: 'show',
      cell: (row) => <StageBadge stage={row.status} />,
    },
    { key: 'kind', header: 'Type', cell: (row) => requestKindLabel(row.kind) },
    ...(ofBooking ? [] : booking),
    {
      key: 'reason',
      header: 'Reason',
      grow: true,
      cell: (row) => row.reason,
    },
    {
      key: 'asked',
      header: 'Requested',
      phone: 'show',
      cell: (row) => <DateText value={row.dateAdded} />,
    },
    { key: 'by', tablet: 'hide', header: 'By', cell: (row) => who(row.requestedBy) },
    {
      key: 'decided',
      tablet: 'hide',
      header: 'Approved or rejected by',
      cell: (row) => who(row.decidedBy),
    },
  ]
}

/** Lists warehouse requests; each row links to its page. */
export function RequestTable({ names, ofBooking, ...table }: Props) {
  const link = useListLink()
  return (
    <DataTable
      {...table}
      columns={requestColumns(names, ofBooking)}
      rowKey={(row) => row.id}
      rowLink={(row) => link(paths.warehouse.request(row.id), row)}
    />
  )
}
