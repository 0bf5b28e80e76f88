import { paths } from '~/paths'
import type { Listed } from '~/platform/db/keyset'
import type { Money as Amount } from '~/platform/values/money'
import { CellLink } from '~/ui/CellLink'
import { DataTable } from '~/ui/DataTable'
import { EmptyState } from '~/ui/EmptyState'
import { Pager } from '~/ui/Pager'
import { useListLink } from '~/ui/useListLink'
import type { DeliveryFilters } from '../filters'
import type { Delivery } from '../queries.server'
import { deliveryColumns, LINK } from './delivery-columns'

interface Props {
  rows: readonly Listed<Delivery>[]
  newer: string | null
  older: string | null
  bookings: number
  amount: Amount
  filters: DeliveryFilters
  currency: string
}

/** Lists the deliveries of a day with their receipts. */
export function DoneTable({ rows, newer, older, bookings, amount, filters, currency }: Props) {
  const link = useListLink()
  return (
    <DataTable
      caption="Delivered"
      columns={[
        ...deliveryColumns<Listed<Delivery>>(amount, currency),
        {
          key: 'receipt',
          header: 'Delivery receipt',
          phone: 'show',
          cell: ({ id, drNo }) => (
            <CellLink to={`${paths.sales.deliveryReceipt(id)}?on=${filters.on}`} className={LINK}>
              {drNo ?? 'Delivery receipt'}
            </CellLink>
          ),
        },
      ]}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={(row) => link(paths.sales.booking(row.id), row)}
      count={bookings}
      empty={
        <EmptyState title="Nothing was delivered">
          Choose another date, or remove a filter.
        </EmptyState>
      }
      footer={<Pager newer={newer} older={older} labels={['Back', 'Next']} />}
    />
  )
}
