import { Link } from '@remix-run/react'
import { receivedTabAt } from '~/modules/treasury/cheques/tabs'
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
  /** It is money under way, which no document of the period completes. */
  isInformation?: true
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
    to: `${paths.sales.bookings}?${new URLSearchParams({ stage: 'undelivered', to: through })}`,
    needs: 'bookings.read',
  },
  not_remitted: {
    label: 'Unremitted receipts',
    to: paths.treasury.remittances,
    needs: 'collections.read',
  },
  cheques_due: {
    label: 'Due cheques on hand',
    to: receivedTabAt('due'),
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
  write_offs: {
    label: 'Unapproved write-offs of bad orders',
    to: `${paths.inventory.badOrders}?status=pending`,
    needs: 'stock.movements',
  },
  counts: {
    label: 'Unposted stock counts',
    to: `${paths.inventory.counts}?status=submitted`,
    needs: 'counts.write',
  },
  warehouse_requests: {
    label: 'Unapproved warehouse requests',
    to: `${paths.warehouse.requests}?${new URLSearchParams({ status: 'pending', to: through })}`,
    needs: 'warehouse.read',
  },
  product_edits: {
    label: 'Unapproved corrections of purchases',
    to: paths.inventory.edits,
    needs: 'purchases.read',
  },
  cash: {
    label: 'Cash on hand, not deposited',
    to: paths.treasury.position,
    needs: 'treasury.position',
    isInformation: true,
  },
  cheques_deposited: {
    label: 'Deposited cheques, not cleared',
    to: receivedTabAt('deposited'),
    needs: 'collections.read',
    isInformation: true,
  },
})

/** Returns how many documents are pending, without what is listed for information. */
export function countPending(pending: readonly Pending[], through: string): number {
  const kinds = kindsUntil(through)
  return pending.reduce(
    (sum, { kind, documents }) => sum + (kinds[kind]!.isInformation ? 0 : documents),
    0,
  )
}

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
              const { label, to, needs, isInformation } = kinds[kind]!
              return (
                <>
                  {documents > 0 && permissions.includes(needs) ? (
                    <Link to={to} className="text-accent hover:underline">
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                  {isInformation ? (
                    <span className="block text-xs text-muted">For information</span>
                  ) : null}
                </>
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
