import { Link } from '@remix-run/react'
import { tabAt } from '~/modules/treasury/cheques/tabs'
import { paths } from '~/paths'
import type { Permission } from '~/platform/access/permissions'
import { DataTable } from '~/ui/DataTable'
import { DateText, Money } from '~/ui/Figures'
import { FilterBar, FilterDate } from '~/ui/FilterBar'
import { Panel } from '~/ui/Panel'
import type { Pending } from '../queries.server'

interface Kind {
  label: string
  /** The list of these documents, and what its reader needs. */
  to: string
  needs: Permission
}

/** Every kind of pending document. */
const kindsUntil = (through: string): Record<string, Kind> => ({
  receipts: {
    label: 'Unapproved receipts',
    to: `${paths.treasury.collections}?${new URLSearchParams({ status: 'pending', to: through })}`,
    needs: 'collections.read',
  },
  not_invoiced: {
    label: 'Uninvoiced deliveries',
    to: `${paths.sales.invoicing}?queue=delivered`,
    needs: 'invoicing.read',
  },
  not_delivered: {
    label: 'Undelivered validated bookings',
    to: paths.sales.delivery,
    needs: 'bookings.read',
  },
  not_remitted: {
    label: 'Unremitted receipts',
    to: paths.treasury.remittances,
    needs: 'collections.read',
  },
  cheques_due: {
    label: 'Due cheques on hand',
    to: tabAt('due'),
    needs: 'collections.read',
  },
  vouchers: {
    label: 'Unreleased vouchers',
    to: `${paths.expenses.vouchers}?${new URLSearchParams({ to: through })}`,
    needs: 'vouchers.read',
  },
  memos: {
    label: 'Unapproved memos',
    to: `${paths.memos.list}?${new URLSearchParams({ status: 'pending', to: through })}`,
    needs: 'memos.read',
  },
  purchases: {
    label: 'Purchases without a delivery date',
    to: paths.inventory.purchases,
    needs: 'purchases.read',
  },
})

interface Props {
  pending: readonly Pending[]
  through: string
  permissions: readonly string[]
  currency: string
}

/** Lists what is pending until a day, which the reader may change. */
export function PendingPanel({ pending, through, permissions, currency }: Props) {
  const kinds = kindsUntil(through)
  return (
    <Panel title="Still pending" flush>
      <FilterBar>
        <FilterDate name="through" label="Until" />
      </FilterBar>
      <DataTable
        caption="Still pending"
        rows={pending}
        rowKey={({ kind }) => kind}
        columns={[
          {
            key: 'kind',
            header: 'Details',
            phone: 'title',
            cell: ({ kind, documents }) => {
              const { label, to, needs } = kinds[kind]!
              return documents > 0 && permissions.includes(needs) ? (
                <Link to={to} className="text-accent hover:underline">
                  {label}
                </Link>
              ) : (
                label
              )
            },
          },
          {
            key: 'documents',
            header: 'Documents',
            align: 'end',
            cell: ({ documents }) => documents,
          },
          {
            key: 'amount',
            header: `Amount (${currency})`,
            align: 'end',
            cell: ({ amount }) => <Money value={amount} />,
          },
          {
            key: 'oldest',
            header: 'Oldest',
            cell: ({ oldest }) => <DateText value={oldest} />,
          },
        ]}
        empty={null}
      />
    </Panel>
  )
}
