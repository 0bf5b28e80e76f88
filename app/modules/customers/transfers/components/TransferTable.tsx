import type { ReactNode } from 'react'
import { paths } from '~/paths'
import type { ListOrder } from '~/platform/db/orders'
import { type Column, DataTable } from '~/ui/DataTable'
import { DateText } from '~/ui/Figures'
import type { Transfer } from '../queries.server'

interface Props {
  transfers: readonly Transfer[]
  /** Display names by user id. */
  names: Record<string, string>
  timeZone: string
  /** Set to false on a customer's own page. */
  customers?: boolean
  count?: number
  empty: ReactNode
  footer?: ReactNode
  order?: ListOrder
}

type Shown = Pick<Props, 'names' | 'timeZone' | 'customers'>

/** Returns the columns of a list of transfers. */
export function transferColumns({ names, timeZone, customers = true }: Shown): Column<Transfer>[] {
  const name = (id: string) => names[id] ?? 'Former agent'
  const columns: Column<Transfer>[] = [
    {
      key: 'customer',
      header: 'Customer',
      phone: 'title',
      cell: (row) => row.customer,
    },
    {
      key: 'on',
      header: 'Effective',
      cell: (row) => <DateText value={row.effectiveOn} />,
    },
    { key: 'from', header: 'From', cell: (row) => name(row.fromAgentId) },
    { key: 'to', header: 'To', cell: (row) => name(row.targetAgentId) },
    { key: 'reason', header: 'Reason', grow: true, cell: (row) => row.reason ?? '–' },
    { key: 'createdBy', header: 'By', cell: (row) => names[row.createdBy] ?? '–' },
    {
      key: 'createdAt',
      header: 'Recorded',
      cell: (row) => <DateText value={row.createdAt} timeZone={timeZone} />,
    },
  ]
  return customers ? columns : columns.slice(1)
}

/** Lists transfers: effective day, customer, both agents, user and reason. */
export function TransferTable({ transfers, names, timeZone, customers = true, ...table }: Props) {
  return (
    <DataTable
      {...table}
      caption="Transfers"
      columns={transferColumns({ names, timeZone, customers })}
      rows={transfers}
      rowKey={(row) => row.id}
      rowLink={customers ? (row) => paths.customers.customer(row.customerId) : undefined}
    />
  )
}
